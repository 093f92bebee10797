import { useRestored } from "#features/restored/queries.ts";
import { useSaveSettings } from "#features/settings/mutations.ts";
import { useSettings } from "#features/settings/queries.ts";
import { useConnection } from "#lib/connection.ts";
import { errorMessage } from "#lib/error-details.logic.ts";
import { toast } from "#lib/toast.ts";

/** The switch that pauses pickups in all workspaces. */
export function usePauseAll() {
  const { data: settings } = useSettings();
  const { data: restored } = useRestored();
  const { save, isPending } = useSaveSettings();
  const { isOffline } = useConnection();
  const isPaused = settings?.is_paused ?? false;
  // While restored data waits for a decision, only that decision resumes work.
  const canSwitch = settings !== undefined && !restored?.is_waiting && !isPending && !isOffline;
  const toggle = () => {
    if (!canSwitch) return;
    save({ is_paused: !isPaused }).catch((error: unknown) =>
      toast.error(isPaused ? "Work was not resumed" : "Work was not paused", {
        description: errorMessage(error),
      }),
    );
  };
  return { isPaused, canSwitch, isPending, toggle };
}
