import type { TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { Workspace } from "@malamar/contract/workspace.ts";
import { useTask } from "#features/tasks/queries.ts";

type TaskDialogProps = {
  taskId: TaskId;
  workspaceId: WorkspaceId;
  workspace: Workspace | undefined;
};

export function TaskDialog({ taskId }: TaskDialogProps) {
  const { data: task } = useTask(taskId);
  return <p>{task?.summary}</p>;
}
