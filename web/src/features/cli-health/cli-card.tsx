import type { CliHealth } from "@malamar/contract/cli.ts";
import type { ReactNode } from "react";
import { CliHealthLabel } from "#components/cli-health-label.tsx";
import { WorkingDot } from "#components/working-dot.tsx";
import { WriteButton } from "#components/write-button.tsx";
import { isAsked } from "./check.logic.ts";
import { CheckOutcome } from "./check-outcome.tsx";
import { CliFacts } from "./cli-facts.tsx";
import { CliProblem } from "./cli-problem.tsx";
import { useCheckClis, useChecksUnderWay } from "./mutations.ts";

type CliCardProps = {
  cli: CliHealth;
  /** The CLI's settings. */
  children: ReactNode;
};

/** Everything known about a CLI, what to do if it does not work, and a button to ask its model. */
export function CliCard({ cli, children }: CliCardProps) {
  const check = useCheckClis();
  const isBeingAsked = isAsked(useChecksUnderWay(), cli);
  return (
    <li
      aria-label={cli.label}
      data-commands={cli.label}
      className="divide-y rounded-md border bg-card"
    >
      <div className="grid gap-2 p-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="text-base leading-normal font-semibold">{cli.label}</h3>
          {isBeingAsked ? (
            <span className="inline-flex items-center gap-1.5 text-sm text-status-progress">
              <WorkingDot />
              Asking its model…
            </span>
          ) : (
            <CliHealthLabel health={cli} />
          )}
          {cli.path !== null && (
            <WriteButton
              size="small"
              className="ml-auto"
              aria-label={`Deep check of ${cli.label}`}
              isBlocked={isBeingAsked}
              onClick={() => check.mutate({ deep: true, cli_type: cli.cli_type })}
            >
              Deep check
            </WriteButton>
          )}
        </div>
        <CliFacts cli={cli} />
        <CliProblem cli={cli} />
        <CheckOutcome check={check} />
      </div>
      {children}
    </li>
  );
}
