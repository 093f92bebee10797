import type { RunId, TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { Run } from "@malamar/contract/run.ts";
import type { Workspace } from "@malamar/contract/workspace.ts";
import type { ReactNode } from "react";
import { DialogFrame } from "#components/dialog-frame.tsx";
import { ErrorState } from "#components/error-state.tsx";
import { ElsewhereFrame, GoneFrame } from "#components/gone-frame.tsx";
import { useTask } from "#features/tasks/queries.ts";
import { ApiError } from "#lib/api.ts";
import { useDocumentTitle } from "#lib/document-title.ts";
import { unsentOn } from "./comment-outbox.ts";
import { TaskSkeleton } from "./task-skeleton.tsx";
import { TaskShell, useCloseTask } from "./task-shell.tsx";
import { TaskView } from "./task-view.tsx";
import { useTextEdits, type TextEdits } from "./text-edits.ts";

export type RenderTranscript = (args: {
  runs: readonly Run[];
  selectedRunId: RunId | null;
  onSelectRun: (id: RunId) => void;
}) => ReactNode;

type TaskDialogProps = {
  taskId: TaskId;
  workspaceId: WorkspaceId;
  workspace: Workspace | undefined;
  /** Undefined until they are known. */
  runs: readonly Run[] | undefined;
  renderTranscript: RenderTranscript;
};

/** One task over its board, with an address of its own. */
export function TaskDialog(props: TaskDialogProps) {
  return (
    <TaskShell taskId={props.taskId} workspaceId={props.workspaceId}>
      <TaskContent key={props.taskId} {...props} />
    </TaskShell>
  );
}

/** For an address that cannot be a task's. */
export function MissingTaskDialog({ workspaceId }: { workspaceId: WorkspaceId }) {
  const close = useCloseTask(workspaceId);
  return (
    <TaskShell taskId={null} workspaceId={workspaceId}>
      <GoneFrame {...PLACE} onBack={close} typed={[]} />
    </TaskShell>
  );
}

const PLACE = { what: "task", list: "board" } as const;

function TaskContent(props: TaskDialogProps) {
  const edits = useTextEdits();
  return <TaskState {...props} edits={edits} />;
}

function TaskState(props: TaskDialogProps & { edits: TextEdits }) {
  const { taskId, workspaceId, workspace, edits } = props;
  const { data: task, error, refetch } = useTask(taskId);
  const close = useCloseTask(workspaceId);
  const isGone = error instanceof ApiError && error.status === 404;
  useDocumentTitle(titleOf(isGone ? undefined : task?.summary, workspace));

  if (isGone) {
    const typed = [...edits.unsaved, ...unsentOn(taskId)];
    return <GoneFrame {...PLACE} onBack={close} typed={typed} />;
  }
  if (task === undefined) {
    if (error === null) return <TaskSkeleton />;
    return (
      <DialogFrame title="Task">
        <ErrorState
          title="The task could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      </DialogFrame>
    );
  }
  if (task.workspace_id !== workspaceId) {
    const path = `/workspaces/${task.workspace_id}/tasks/${task.id}`;
    return <ElsewhereFrame {...PLACE} onBack={close} title={task.summary} path={path} />;
  }
  return <TaskView {...props} task={task} />;
}

function titleOf(
  summary: string | undefined,
  workspace: Workspace | undefined,
): string | null | undefined {
  if (workspace === undefined) return undefined;
  return summary === undefined ? `Task · ${workspace.title}` : `${summary} · ${workspace.title}`;
}
