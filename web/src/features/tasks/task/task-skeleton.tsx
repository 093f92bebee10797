import type { WorkspaceId } from "@malamar/contract/ids.ts";
import { Delayed } from "#components/delayed.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { TaskTop } from "./task-bar.tsx";
import { TASK_TITLE_ID } from "./task-shell.tsx";

/** The buttons to leave the task are there before anything else. */
export function TaskSkeleton({ workspaceId }: { workspaceId: WorkspaceId }) {
  return (
    <>
      <TaskTop
        workspaceId={workspaceId}
        title={
          <h2 id={TASK_TITLE_ID} className="text-lg font-semibold text-muted">
            Loading the task…
          </h2>
        }
      />
      <Delayed>
        <div className="space-y-4 p-4 sm:p-5">
          <Skeleton className="h-4 w-64 max-w-full" />
          <Skeleton className="h-20" />
          <Skeleton className="h-24" />
          <Skeleton className="h-24" />
        </div>
      </Delayed>
    </>
  );
}
