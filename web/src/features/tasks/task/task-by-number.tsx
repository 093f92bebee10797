import type { WorkspaceId } from "@malamar/contract/ids.ts";
import { Navigate, useLocation } from "react-router";
import { ErrorState } from "#components/error-state.tsx";
import { useTaskNumber } from "#features/tasks/queries.ts";
import { MissingTask } from "./open-task.tsx";
import { TaskFrame } from "./task-frame.tsx";
import { TaskShell } from "./task-shell.tsx";
import { TaskSkeleton } from "./task-skeleton.tsx";

type TaskByNumberProps = { workspaceId: WorkspaceId; number: number };

/** "#12" as an address: redirects to the task with that number. */
export function TaskByNumber({ workspaceId, number }: TaskByNumberProps) {
  const { data: id, error, refetch } = useTaskNumber(workspaceId, number);
  const { state, search } = useLocation();
  if (id === null) return <MissingTask workspaceId={workspaceId} />;
  if (id !== undefined) {
    const pathname = `/workspaces/${workspaceId}/tasks/${id}`;
    return <Navigate to={{ pathname, search }} replace state={state} />;
  }
  return (
    <TaskShell taskId={null} workspaceId={workspaceId}>
      {error === null ? (
        <TaskSkeleton workspaceId={workspaceId} />
      ) : (
        <TaskFrame workspaceId={workspaceId} title={`Task #${number}`}>
          <ErrorState
            title="The task could not be loaded"
            error={error}
            onRetry={() => void refetch()}
          />
        </TaskFrame>
      )}
    </TaskShell>
  );
}
