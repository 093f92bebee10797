import type { TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { Task } from "@malamar/contract/task.ts";
import { FileQuestionMark } from "lucide-react";
import { Link } from "react-router";
import { EmptyState } from "#components/empty-state.tsx";
import { Button } from "#components/ui/button.tsx";
import { Textarea } from "#components/ui/input.tsx";
import { unsentComments } from "./comment-outbox.ts";
import { storedDraft } from "./comment-storage.ts";
import { CopyButton } from "./copy-button.tsx";
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
  const typed = [...edits, ...(taskId === null ? [] : unsentTexts(taskId))];
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
        {typed.length > 0 && <TypedTexts texts={typed} />}
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

function unsentTexts(taskId: TaskId): string[] {
  const texts = [...unsentComments(taskId).map(({ content }) => content), storedDraft(taskId)];
  return texts.filter((text) => text.trim() !== "");
}

function TypedTexts({ texts }: { texts: readonly string[] }) {
  return (
    <section aria-label="What you typed" className="space-y-3">
      <h3 className="font-semibold">What you typed was not saved. Copy what you need.</h3>
      {texts.map((text) => (
        <div key={text} className="space-y-1.5">
          <Textarea readOnly aria-label="Text that was not saved" value={text} />
          <CopyButton text={text} label="Copy text" />
        </div>
      ))}
    </section>
  );
}
