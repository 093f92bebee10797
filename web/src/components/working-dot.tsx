import { cn } from "#lib/cn.ts";
import { useConnection } from "#lib/connection.ts";

/**
 * Pulses while an agent's subprocess is alive, in steps with long pauses because it may be on
 * screen for hours. It rests while the state is unknown because Malamar does not answer.
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
