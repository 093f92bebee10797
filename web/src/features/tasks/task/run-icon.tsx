import type { Run } from "@malamar/contract/run.ts";
import { Ban, CircleAlert, CircleCheck, CircleMinus, Unplug } from "lucide-react";
import { WorkingDot } from "#components/working-dot.tsx";
import { cn } from "#lib/cn.ts";

type RunIconProps = { run: Run; className?: string };

/** A run's outcome as an icon, next to the words. */
export function RunIcon({ run, className }: RunIconProps) {
  const size = cn("size-3.5 shrink-0", className);
  if (run.status === "running") return <WorkingDot />;
  if (run.status === "failed") {
    return <CircleAlert aria-hidden className={cn(size, "text-error")} />;
  }
  if (run.status === "cancelled") return <Ban aria-hidden className={cn(size, "text-muted")} />;
  if (run.status === "lost") return <Unplug aria-hidden className={cn(size, "text-muted")} />;
  if (run.action_type === "skip")
    return <CircleMinus aria-hidden className={cn(size, "text-muted")} />;
  return <CircleCheck aria-hidden className={cn(size, "text-status-done")} />;
}
