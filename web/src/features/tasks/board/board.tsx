import type { WorkspaceId } from "@malamar/contract/ids.ts";
import type { Workspace } from "@malamar/contract/workspace.ts";
import { SquareKanban } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState } from "#components/empty-state.tsx";
import { PageAction } from "#components/page-header.tsx";
import type { FilterAgent } from "./board-filter.tsx";
import { BoardView } from "./board-view.tsx";
import { CreateTaskButton } from "./create-task-button.tsx";
import { useCreateTaskDialog, type ExampleTask } from "./use-create-task-dialog.tsx";
import { useIsPhone } from "./use-is-phone.ts";

type BoardProps = {
  workspaceId: WorkspaceId;
  workspace: Workspace | undefined;
  /** No workspace starts a task. */
  isAllPaused: boolean;
  /** The agents to filter by. */
  agents: readonly FilterAgent[];
  /** The task that was open before: its card gets the focus. */
  cameFrom: string | undefined;
  /** What an empty board offers besides its button. */
  renderExamples: (onChoose: ChooseExample) => ReactNode;
};

type ChooseExample = (example: ExampleTask, button: HTMLButtonElement) => void;

/** A workspace's tasks in columns by status. */
export function Board({ renderExamples, ...props }: BoardProps) {
  const { button, openWith, dialog } = useCreateTaskDialog(props.workspaceId);
  const { ref, ...opener } = button;
  const isPhone = useIsPhone();
  const action = <CreateTaskButton label="New task" isCompact={isPhone} ref={ref} {...opener} />;
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {isPhone ? action : <PageAction>{action}</PageAction>}
      <BoardView
        {...props}
        whenEmpty={
          <>
            <EmptyState icon={SquareKanban} title="No tasks yet">
              <CreateTaskButton label="Create Task" {...opener} />
            </EmptyState>
            {renderExamples(openWith)}
          </>
        }
      />
      {dialog}
    </div>
  );
}
