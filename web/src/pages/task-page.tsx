import type { TaskId } from "@malamar/contract/ids.ts";
import { idFrom } from "@malamar/contract/plain/id.ts";
import type { Run } from "@malamar/contract/run.ts";
import { useParams } from "react-router";
import { lazyPart } from "#components/lazy-part.tsx";
import { useTaskRuns } from "#features/runs/queries.ts";
import { MissingTask, OpenTask, type RenderTranscript } from "#features/tasks/task/open-task.tsx";
import { TaskByNumber } from "#features/tasks/task/task-by-number.tsx";
import { useWorkspaceContext } from "./workspace-page.tsx";

const [TaskTranscript] = lazyPart(
  async () => (await import("./task-transcript.tsx")).TaskTranscript,
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
  return (
    <OpenTask
      taskId={taskId}
      workspaceId={id}
      workspace={workspace}
      runs={data ?? (isError ? NO_RUNS : undefined)}
      renderTranscript={renderTranscript}
    />
  );
}

/** The rest is shown even if the runs fail to load. */
const NO_RUNS: readonly Run[] = [];

const renderTranscript: RenderTranscript = (args) => <TaskTranscript {...args} />;
