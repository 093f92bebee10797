import type { WorkspaceId } from "@malamar/contract/ids.ts";
import type { Workspace } from "@malamar/contract/workspace.ts";
import { SquareKanban } from "lucide-react";
import { EmptyState } from "#components/empty-state.tsx";
import { ErrorState } from "#components/error-state.tsx";
import { Page } from "#components/page.tsx";
import { useBoardColumns } from "#features/tasks/lists/use-board-columns.ts";
import { BoardColumns } from "./board-columns.tsx";
import { COLUMNS } from "./board.logic.ts";
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
  const { columns, error, refetch } = useBoardColumns(workspaceId);
  const isEmpty = columns && COLUMNS.every((status) => columns[status].count === 0);
  // The dialog outlives what is behind it: somebody else's first task must not end it.
  const { button, dialog } = useCreateTaskDialog(workspaceId);
  return (
    <>
      {columns === undefined && error === null && <BoardSkeleton />}
      {columns === undefined && error !== null && (
        <Page>
          <ErrorState
            title="The tasks could not be loaded"
            error={error}
            onRetry={() => void refetch()}
          />
        </Page>
      )}
      {isEmpty === true && (
        <Page>
          <EmptyState icon={SquareKanban} title="No tasks yet">
            <CreateTaskButton label="Create Task" {...button} />
          </EmptyState>
        </Page>
      )}
      {columns !== undefined && isEmpty === false && (
        <BoardColumns
          loaded={columns}
          workspace={workspace}
          cameFrom={cameFrom}
          action={<CreateTaskButton label="Create task" isCompact {...button} />}
        />
      )}
      {dialog}
    </>
  );
}
