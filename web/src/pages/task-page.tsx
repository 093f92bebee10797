import type { TaskId } from "@malamar/contract/ids.ts";
import { idFrom } from "@malamar/contract/plain/id.ts";
import type { Checkpoint } from "@malamar/contract/checkpoint.ts";
import type { Run } from "@malamar/contract/run.ts";
import { useParams } from "react-router";
import { lazyPart } from "#components/lazy-part.tsx";
import { useTaskRuns } from "#features/runs/queries.ts";
import { ChangesSkeleton } from "#features/changes/changes-skeleton.tsx";
import { useCheckpoints } from "#features/changes/queries.ts";
import {
  MissingTask,
  OpenTask,
  type RenderChanges,
  type RenderTranscript,
} from "#features/tasks/task/open-task.tsx";
import { useTask } from "#features/tasks/queries.ts";
import { TaskByNumber } from "#features/tasks/task/task-by-number.tsx";
import { useTaskWorktree } from "#features/worktrees/queries.ts";
import { useWorkspaceContext } from "./workspace-page.tsx";

const [TaskTranscript] = lazyPart(
  async () => (await import("./task-transcript.tsx")).TaskTranscript,
);

const [TaskChanges] = lazyPart(
  async () => (await import("./task-changes.tsx")).TaskChanges,
  <ChangesSkeleton />,
);

/** A task by its id, or by its number, which texts link to. */
export function TaskPage() {
  const { id } = useWorkspaceContext();
  const address = useParams()["taskId"] ?? "";
  if (/^\d{1,9}$/.test(address)) return <TaskByNumber workspaceId={id} number={Number(address)} />;
  const taskId = idFrom<TaskId>(address);
  return taskId === null ? <MissingTask workspaceId={id} /> : <TaskWithRuns taskId={taskId} />;
}

function TaskWithRuns({ taskId }: { taskId: TaskId }) {
  const { id, workspace } = useWorkspaceContext();
  const { data, isError } = useTaskRuns(taskId);
  const { data: task } = useTask(taskId);
  const hasChanges = task !== undefined && task.changes !== null;
  const checkpoints = useCheckpoints({ kind: "task", id: taskId }, hasChanges);
  const worktree = useTaskWorktree(id, taskId, workspace?.working_directory_mode);
  return (
    <OpenTask
      taskId={taskId}
      workspaceId={id}
      workspace={workspace}
      worktree={worktree}
      runs={data ?? (isError ? NO_RUNS : undefined)}
      checkpoints={checkpoints.data ?? NO_CHECKPOINTS}
      renderTranscript={renderTranscript}
      renderChanges={renderChanges}
    />
  );
}

/** The rest is shown even if the runs fail to load. */
const NO_RUNS: readonly Run[] = [];
const NO_CHECKPOINTS: readonly Checkpoint[] = [];

const renderTranscript: RenderTranscript = (args) => <TaskTranscript {...args} />;

const renderChanges: RenderChanges = (args) => <TaskChanges {...args} />;
