import type { CliHealth } from "@malamar/contract/cli.ts";
import type { ReactNode } from "react";
import { cn } from "#lib/cn.ts";
import { CliInstallRow } from "./cli-install-row.tsx";
import { useCheckOnReturn } from "./use-check-on-return.ts";

type NoCliGuideProps = {
  health: readonly CliHealth[];
  /** Shows a team at work without any CLI. Null if there is one already. */
  demoButton: ReactNode;
};

/** The first minute on a machine without a CLI: try the demo or install one. */
export function NoCliGuide({ health, demoButton }: NoCliGuideProps) {
  const isChecking = useCheckOnReturn();
  return (
    <section
      aria-labelledby="no-cli-heading"
      className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-5 rounded-md border bg-card p-4 sm:p-6 md:has-[>*+*]:grid-cols-2 max-sm:[&_button]:h-auto max-sm:[&_button]:min-h-8 max-sm:[&_button]:max-w-full max-sm:[&_button]:whitespace-normal"
    >
      {demoButton !== null && (
        <div className="flex flex-col items-start justify-center gap-3 md:border-r md:pr-8">
          <h2 className="text-xl font-semibold">See a team at work</h2>
          <p className="max-w-[48ch] text-muted">
            Four agents plan, build and review three small tasks, right here. No CLI, no account and
            no cost, and one click removes it again.
          </p>
          {demoButton}
        </div>
      )}
      <div className="space-y-1">
        <h2 id="no-cli-heading" className="font-semibold">
          Install a CLI
        </h2>
        <p className="text-sm text-muted">
          Your own team runs on one of these. Install it, sign in once in a terminal, and come back:
          Malamar checks again when you do.
        </p>
        <ul className={cn("text-muted", demoButton === null && "grid gap-x-8 sm:grid-cols-2")}>
          {health.map((cli) => (
            <CliInstallRow key={cli.cli_type} cli={cli} />
          ))}
        </ul>
        <output className="sr-only">{isChecking ? "Checking the CLIs" : ""}</output>
      </div>
    </section>
  );
}
