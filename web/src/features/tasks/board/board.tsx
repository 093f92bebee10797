import type { WorkspaceId } from "@malamar/contract/ids.ts";
import type { Workspace } from "@malamar/contract/workspace.ts";
import { SquareKanban } from "lucide-react";
import { EmptyState } from "#components/empty-state.tsx";
import { ErrorState } from "#components/error-state.tsx";
import { Page } from "#components/page.tsx";
import { useBoard } from "#features/tasks/queries.ts";
import { BoardColumns } from "./board-columns.tsx";
import { BoardSkeleton } from "./board-skeleton.tsx";
import { CreateTaskButton } from "./create-task-button.tsx";
import { useCreateTaskDialog } from "./use-create-task-dialog.tsx";

type BoardProps = {
  workspaceId: WorkspaceId;
  workspace: Workspace | undefined;
  /** The task that was open when the board was last seen: its card has the focus. */
  cameFrom: string | undefined;
};

/** The tasks of a workspace, each in the column of its status. */
export function Board({ workspaceId, workspace, cameFrom }: BoardProps) {
  const { data: tasks, error, refetch } = useBoard(workspaceId);
  // The dialog outlives what is behind it: somebody else's first task must not end it.
  const { button, dialog } = useCreateTaskDialog(workspaceId);
  return (
    <>
      {tasks === undefined && error === null && <BoardSkeleton />}
      {tasks === undefined && error !== null && (
        <Page>
          <ErrorState
            title="The tasks could not be loaded"
            error={error}
            onRetry={() => void refetch()}
          />
        </Page>
      )}
      {tasks?.length === 0 && (
        <Page>
          <EmptyState icon={SquareKanban} title="No tasks yet">
            <CreateTaskButton label="Create Task" {...button} />
          </EmptyState>
        </Page>
      )}
      {tasks !== undefined && tasks.length > 0 && (
        <BoardColumns
          tasks={tasks}
          workspace={workspace}
          cameFrom={cameFrom}
          action={<CreateTaskButton label="Create task" isCompact {...button} />}
        />
      )}
      {dialog}
    </>
  );
}
