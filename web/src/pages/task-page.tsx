import { TaskId } from "@malamar/contract/ids.ts";
import { useParams } from "react-router";
import { TaskDialog } from "#features/tasks/dialog/task-dialog.tsx";
import { useWorkspaceContext } from "./workspace-page.tsx";

export function TaskPage() {
  const { id, workspace } = useWorkspaceContext();
  const taskId = TaskId.safeParse(useParams()["taskId"]);
  if (!taskId.success) return null;
  return (
    <TaskDialog key={taskId.data} taskId={taskId.data} workspaceId={id} workspace={workspace} />
  );
}
