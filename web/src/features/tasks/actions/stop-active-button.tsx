import type { WorkspaceId } from "@malamar/contract/ids.ts";
import { CircleStop } from "lucide-react";
import { WriteButton } from "#components/write-button.tsx";
import { useActiveTasks } from "#features/tasks/lists/use-active-tasks.ts";
import { useStopAll } from "#features/tasks/mutations.ts";
import { errorMessage } from "#lib/error-details.logic.ts";
import { counted } from "#lib/format.ts";
import { toast } from "#lib/toast.ts";

/** For a pause, which lets active runs finish. Renders nothing if there are none. */
export function StopActiveButton({ workspaceIds }: { workspaceIds: readonly WorkspaceId[] }) {
  const tasks = useActiveTasks(workspaceIds);
  const stop = useStopAll();
  if (tasks.length === 0) return null;
  // Awaited, because `mutate` callbacks are dropped when the button unmounts after the last run.
  const stopAll = async () => {
    const { stopped, refused } = await stop.mutateAsync(tasks.map(({ id }) => id));
    document.querySelector("main")?.focus();
    if (stopped > 0) {
      toast.success(`Stopped ${counted(stopped, "run")}`, {
        description: "The tasks are on hold. Release them to continue.",
      });
    }
    if (refused.length > 0) {
      toast.error(`${counted(refused.length, "run")} could not be stopped`, {
        description: errorMessage(refused[0]),
      });
    }
  };
  return (
    <WriteButton
      size="small"
      isBusy={stop.isPending}
      busyLabel="Stopping…"
      onClick={() => void stopAll()}
    >
      <CircleStop aria-hidden />
      Stop active runs
    </WriteButton>
  );
}
