import { cn } from "#lib/cn.ts";
import { useConnection } from "#lib/connection.ts";

/**
 * Beats while a subprocess of an agent is alive, in steps with long holds: it may be looked at for hours.
 * While Malamar does not answer nobody knows, and it rests.
 */
export function WorkingDot() {
  const { isOffline } = useConnection();
  return (
    <span
      aria-hidden
      data-slot="working-dot"
      className={cn(
        "inline-block size-2 shrink-0 rounded-full",
        isOffline ? "bg-muted" : "animate-working bg-status-progress",
      )}
    />
  );
}
