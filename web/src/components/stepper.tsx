import type { AgentOutcome } from "@malamar/contract/task.ts";
import {
  Circle,
  CircleAlert,
  CircleCheck,
  CircleDot,
  CircleMinus,
  Clock3,
  type LucideIcon,
} from "lucide-react";
import { cn } from "#lib/cn.ts";
import { useConnection } from "#lib/connection.ts";
import { stepLabel, stepperView, type Step, type StepOutcome } from "./stepper.logic.ts";

type StepperProps = {
  team: readonly Step[];
  /** A stop for Tab of its own; not within a card, which is one link. */
  isFocusable?: boolean;
};

/** One mark per agent in their order; with many agents the number of the one that it is at. */
export function Stepper({ team, isFocusable = false }: StepperProps) {
  if (team.length === 0) return null;
  const view = stepperView(team);
  return (
    <span
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> has no marks in it
      role="img"
      aria-label={view.label}
      data-slot="stepper"
      // Who reads with the keyboard gets the words that others get by pointing at a mark.
      {...(isFocusable && { tabIndex: 0, "data-tooltip": view.label })}
      className="inline-flex items-center gap-0.5 rounded-sm"
    >
      {view.kind === "count" ? (
        <span data-tooltip={view.label} className="inline-flex items-center gap-1">
          <Mark outcome={view.outcome} />
          <span className="tabular-nums">{view.text}</span>
        </span>
      ) : (
        team.map((step, index) => (
          <span key={step.agent_id} data-tooltip={stepLabel(step)} className="inline-flex">
            {index > 0 && <span className="mr-0.5 w-1.5 self-center border-t border-input" />}
            <Mark outcome={step.outcome} />
          </span>
        ))
      )}
    </span>
  );
}

const LOOKS: Readonly<Record<AgentOutcome | "null", [LucideIcon, string]>> = {
  done: [CircleCheck, "text-status-done"],
  skipped: [CircleMinus, "text-muted"],
  running: [CircleDot, "text-status-progress"],
  failed: [CircleAlert, "text-error"],
  waiting: [Clock3, "text-status-review"],
  null: [Circle, "text-input"],
};

/** An outcome as a shape and a colour. Only the one that runs moves, and only while the server is heard. */
function Mark({ outcome }: { outcome: StepOutcome }) {
  const { isOffline } = useConnection();
  const [Icon, tone] = LOOKS[outcome ?? "null"];
  return (
    <Icon
      aria-hidden
      data-outcome={outcome ?? "none"}
      className={cn(
        "size-3.5 shrink-0",
        tone,
        outcome === "running" && !isOffline && "animate-working",
      )}
    />
  );
}
