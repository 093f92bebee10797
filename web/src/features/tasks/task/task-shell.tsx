import type { TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { ReactNode } from "react";
import { PageDialog, useClosePageDialog } from "#components/page-dialog.tsx";

type TaskShellProps = { taskId: TaskId | null; workspaceId: WorkspaceId; children: ReactNode };

/** The window of a task: over the board on a desktop, the whole of a phone. */
export function TaskShell({ taskId, workspaceId, children }: TaskShellProps) {
  return (
    <PageDialog
      listPath={boardPath(workspaceId)}
      rowSelector={taskId && `[data-task-id="${CSS.escape(taskId)}"]`}
    >
      {children}
    </PageDialog>
  );
}

export function useCloseTask(workspaceId: WorkspaceId): () => void {
  return useClosePageDialog(boardPath(workspaceId));
}

function boardPath(workspaceId: WorkspaceId): string {
  return `/workspaces/${workspaceId}/tasks`;
}
