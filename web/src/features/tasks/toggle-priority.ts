import type { TaskSummary } from "@malamar/contract/task.ts";
import { useConnection } from "#lib/connection.ts";
import { errorMessage } from "#lib/error-details.logic.ts";
import { toast } from "#lib/toast.ts";
import { usePrioritizeTask } from "./mutations.ts";

type Prioritizable = Pick<TaskSummary, "id" | "workspace_id" | "status" | "is_priority">;

/** Shows before the server has answered. A refusal undoes it and says why. */
export function useTogglePriority(): (task: Prioritizable) => void {
  const prioritize = usePrioritizeTask();
  const { isOffline } = useConnection();
  return ({ id, workspace_id, status, is_priority }) => {
    const isOpen = status === "todo" || status === "in_progress";
    if (isOffline || !isOpen) return;
    prioritize.mutate(
      { id, workspaceId: workspace_id, isPriority: !is_priority },
      {
        onError: (error) =>
          toast.error("The priority was not changed", { description: errorMessage(error) }),
      },
    );
  };
}
