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
  /** Adds a tab stop. Not for cards, which are one link. */
  isFocusable?: boolean;
};

/** One mark per agent in team order. A large team shows the number of the current agent instead. */
export function Stepper({ team, isFocusable = false }: StepperProps) {
  if (team.length === 0) return null;
  const view = stepperView(team);
  return (
    <span
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> cannot contain the marks
      role="img"
      aria-label={view.label}
      data-slot="stepper"
      // Keyboard users get the words that others get by hovering over a mark.
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

/**
 * An outcome as a shape and a colour. Only a running agent's mark is animated, and only while
 * connected.
 */
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
