import type { WorkspaceId } from "@malamar/contract/ids.ts";
import { Delayed } from "#components/delayed.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { TaskBar } from "./task-bar.tsx";
import { TASK_TITLE_ID } from "./task-shell.tsx";

/** The ways out are there before anything else is. */
export function TaskSkeleton({ workspaceId }: { workspaceId: WorkspaceId }) {
  return (
    <>
      <header className="shrink-0 space-y-2 border-b px-4 py-3 sm:px-5">
        <TaskBar workspaceId={workspaceId} />
        <h2 id={TASK_TITLE_ID} className="text-lg font-semibold text-muted">
          Loading the task…
        </h2>
      </header>
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
