import type { TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { Task } from "@malamar/contract/task.ts";
import { FileQuestionMark } from "lucide-react";
import { Link } from "react-router";
import { EmptyState } from "#components/empty-state.tsx";
import { TypedTexts } from "#components/typed-texts.tsx";
import { Button } from "#components/ui/button.tsx";
import { commentOutbox } from "./comment-outbox.ts";
import { TaskFrame } from "./task-placeholder.tsx";
import { useCloseTask } from "./task-shell.tsx";

type TaskGoneProps = {
  workspaceId: WorkspaceId;
  taskId: TaskId | null;
  /** What was typed and not saved. */
  edits: readonly string[];
};

/** It was deleted, perhaps while somebody wrote on it. */
export function TaskGone({ workspaceId, taskId, edits }: TaskGoneProps) {
  const close = useCloseTask(workspaceId);
  const typed = [...edits, ...(taskId === null ? [] : commentOutbox.unsent(taskId))];
  return (
    <TaskFrame title="No such task">
      <div className="space-y-6">
        <EmptyState
          icon={FileQuestionMark}
          title="This task does not exist"
          text="It was deleted, or the address is wrong."
        >
          <Button variant="primary" onClick={close}>
            Back to the board
          </Button>
        </EmptyState>
        <TypedTexts texts={typed} />
      </div>
    </TaskFrame>
  );
}

/** The address names a workspace that the task is not in. */
export function TaskElsewhere({ task, workspaceId }: { task: Task; workspaceId: WorkspaceId }) {
  const close = useCloseTask(workspaceId);
  return (
    <TaskFrame title="Task of another workspace">
      <EmptyState
        icon={FileQuestionMark}
        title="This task belongs to another workspace"
        text={task.summary}
      >
        <div className="flex flex-wrap justify-center gap-2">
          <Button onClick={close}>Back to the board</Button>
          <Button asChild variant="primary">
            <Link to={`/workspaces/${task.workspace_id}/tasks/${task.id}`} replace>
              Open it there
            </Link>
          </Button>
        </div>
      </EmptyState>
    </TaskFrame>
  );
}
