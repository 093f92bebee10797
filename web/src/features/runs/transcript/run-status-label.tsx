import type { RunStatus } from "@malamar/contract/run.ts";
import { Ban, CircleCheck, CircleX, Unplug, type LucideIcon } from "lucide-react";
import { WorkingDot } from "#components/working-dot.tsx";
import { cn } from "#lib/cn.ts";
import { RUN_STATUS_WORDS } from "./run-words.logic.ts";

const LOOKS: Readonly<Record<RunStatus, { icon: LucideIcon | null; tone: string }>> = {
  running: { icon: null, tone: "text-status-progress" },
  succeeded: { icon: CircleCheck, tone: "text-status-done" },
  failed: { icon: CircleX, tone: "text-error" },
  cancelled: { icon: Ban, tone: "text-muted" },
  lost: { icon: Unplug, tone: "text-status-review" },
};

export function RunStatusIcon({ status }: { status: RunStatus }) {
  const { icon: Icon, tone } = LOOKS[status];
  if (Icon === null) return <WorkingDot />;
  return <Icon aria-hidden className={cn("size-3.5 shrink-0", tone)} />;
}

/** A run's status as an icon, a word and a colour. */
export function RunStatusLabel({ status }: { status: RunStatus }) {
  return (
    <span className={cn("inline-flex items-center gap-1.5 whitespace-nowrap", LOOKS[status].tone)}>
      <RunStatusIcon status={status} />
      {RUN_STATUS_WORDS[status]}
    </span>
  );
}
