import { TaskId } from "@malamar/contract/ids.ts";
import { useState } from "react";
import { useParams } from "react-router";
import { useTaskRuns } from "#features/runs/queries.ts";
import {
  MissingTaskDialog,
  TaskDialog,
  type RenderTranscript,
} from "#features/tasks/dialog/task-dialog.tsx";
import { useWorkspaceContext } from "./workspace-page.tsx";

export function TaskPage() {
  const { id } = useWorkspaceContext();
  const taskId = TaskId.safeParse(useParams()["taskId"]);
  return taskId.success ? (
    <TaskOverBoard taskId={taskId.data} />
  ) : (
    <MissingTaskDialog workspaceId={id} />
  );
}

function TaskOverBoard({ taskId }: { taskId: TaskId }) {
  const { id, workspace } = useWorkspaceContext();
  const [isDeleting, setIsDeleting] = useState(false);
  const { data: runs } = useTaskRuns(taskId, { isEnabled: !isDeleting });
  return (
    <TaskDialog
      taskId={taskId}
      workspaceId={id}
      workspace={workspace}
      runs={runs}
      isDeleting={isDeleting}
      onDeleting={setIsDeleting}
      renderTranscript={renderTranscript}
    />
  );
}

const renderTranscript: RenderTranscript = ({ runs, selectedRunId, onSelectRun }) => (
  <div className="flex min-h-0 flex-1 flex-col">
    <ul className="flex shrink-0 flex-wrap gap-2 border-b p-2">
      {runs.map((run) => (
        <li key={run.id}>
          <button
            type="button"
            aria-pressed={run.id === selectedRunId}
            onClick={() => onSelectRun(run.id)}
          >
            {run.agent_name}
          </button>
        </li>
      ))}
    </ul>
    <p className="min-h-0 flex-1 overflow-y-auto p-4">{selectedRunId}</p>
  </div>
);
