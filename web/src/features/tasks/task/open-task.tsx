import type { Checkpoint } from "@malamar/contract/checkpoint.ts";
import type { RunId, TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { Run } from "@malamar/contract/run.ts";
import type { Task } from "@malamar/contract/task.ts";
import type { Workspace } from "@malamar/contract/workspace.ts";
import type { Worktree } from "@malamar/contract/worktree.ts";
import { useCallback, type ReactNode } from "react";
import { ErrorState } from "#components/error-state.tsx";
import { ElsewhereFrame, GoneFrame } from "#components/gone-frame.tsx";
import { useComments, useTask } from "#features/tasks/queries.ts";
import { ApiError } from "#lib/api.ts";
import { useDocumentTitle } from "#lib/document-title.ts";
import { unsentOn } from "./comment-outbox.ts";
import { TaskFrame } from "./task-frame.tsx";
import { TaskSkeleton } from "./task-skeleton.tsx";
import { TaskShell, useCloseTask } from "./task-shell.tsx";
import { TaskView } from "./task-view.tsx";
import { useTextEdits, type TextEdits } from "./text-edits.ts";

export type TranscriptArgs = {
  runs: readonly Run[];
  selectedRunId: RunId | null;
  onSelectRun: (id: RunId) => void;
  /** It cannot be shown. */
  onClose: () => void;
};

export type RenderTranscript = (args: TranscriptArgs) => ReactNode;

export type ChangesArgs = {
  task: Task;
  workspace: Workspace | undefined;
  runs: readonly Run[];
  /** Which changes, as in the address. Null: all. */
  scope: string | null;
  onScope: (name: string | null) => void;
  /** They cannot be shown. */
  onClose: () => void;
};

export type RenderChanges = (args: ChangesArgs) => ReactNode;

type OpenTaskProps = {
  taskId: TaskId;
  workspaceId: WorkspaceId;
  workspace: Workspace | undefined;
  /** The task's own. Null if it has none, undefined while that is not known. */
  worktree: Worktree | null | undefined;
  /** Undefined until they have loaded. */
  runs: readonly Run[] | undefined;
  /** The stored states of its files, the oldest first. */
  checkpoints: readonly Checkpoint[];
  renderTranscript: RenderTranscript;
  renderChanges: RenderChanges;
};

/** One task at its own address. */
export function OpenTask(props: OpenTaskProps) {
  return (
    <TaskShell taskId={props.taskId} workspaceId={props.workspaceId}>
      <TaskContent key={props.taskId} {...props} />
    </TaskShell>
  );
}

/** For an address that cannot belong to a task. */
export function MissingTask({ workspaceId }: { workspaceId: WorkspaceId }) {
  const place = usePlace(workspaceId);
  return (
    <TaskShell taskId={null} workspaceId={workspaceId}>
      <GoneFrame {...place} typed={[]} />
    </TaskShell>
  );
}

/** The message for a missing task, and its frame. */
function usePlace(workspaceId: WorkspaceId) {
  const onBack = useCloseTask(workspaceId);
  const Frame = useCallback(
    (props: { title: string; children: ReactNode }) => (
      <TaskFrame workspaceId={workspaceId} {...props} />
    ),
    [workspaceId],
  );
  return { what: "task", list: "board", onBack, Frame } as const;
}

function TaskContent(props: OpenTaskProps) {
  const edits = useTextEdits();
  return <TaskState {...props} edits={edits} />;
}

function TaskState(props: OpenTaskProps & { edits: TextEdits }) {
  const { taskId, workspaceId, workspace, edits } = props;
  const { data: task, error, refetch } = useTask(taskId);
  // Requested along with the task, not after it.
  useComments(taskId);
  const place = usePlace(workspaceId);
  const isGone = error instanceof ApiError && error.status === 404;
  useDocumentTitle(titleOf(isGone ? undefined : task?.summary, workspace));

  if (isGone) {
    const typed = [...edits.unsaved, ...unsentOn(taskId)];
    return <GoneFrame {...place} typed={typed} />;
  }
  if (task === undefined) {
    if (error === null) return <TaskSkeleton workspaceId={workspaceId} />;
    return (
      <TaskFrame workspaceId={workspaceId} title="Task">
        <ErrorState
          title="The task could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      </TaskFrame>
    );
  }
  if (task.workspace_id !== workspaceId) {
    const path = `/workspaces/${task.workspace_id}/tasks/${task.id}`;
    return <ElsewhereFrame {...place} title={task.summary} path={path} />;
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
