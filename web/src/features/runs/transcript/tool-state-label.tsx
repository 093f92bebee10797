import { CircleX, Minus } from "lucide-react";
import { WorkingDot } from "#components/working-dot.tsx";
import type { ToolState } from "./rows.logic.ts";

type ToolStateLabelProps = {
  state: ToolState;
  /** The error, or the number of failures. */
  detail?: string | null;
};

/** A tool's state. Success is expected and shows nothing. */
export function ToolStateLabel({ state, detail = null }: ToolStateLabelProps) {
  switch (state) {
    case "running":
      return (
        <span className="inline-flex items-center gap-1.5 text-status-progress">
          <WorkingDot />
          running
        </span>
      );
    case "failed":
      return (
        <span className="inline-flex items-center gap-1 text-error">
          <CircleX aria-hidden className="size-3.5" />
          {detail ?? "failed"}
        </span>
      );
    case "none":
      return (
        <span className="inline-flex items-center gap-1 text-muted">
          <Minus aria-hidden className="size-3.5" />
          no result
        </span>
      );
    case "ok":
    case "unknown":
      return null;
    default:
      return state satisfies never;
  }
}
