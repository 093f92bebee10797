import { Delayed } from "#components/delayed.tsx";
import { DialogHeader } from "#components/ui/dialog.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

export function TaskSkeleton() {
  return (
    <>
      <DialogHeader title="Loading the task…" />
      <Delayed>
        <div className="flex min-h-0 flex-1">
          <div className="flex-1 space-y-4 p-4 sm:p-5">
            <Skeleton className="h-4 w-64 max-w-full" />
            <Skeleton className="h-20" />
            <Skeleton className="h-24" />
            <Skeleton className="h-24" />
          </div>
          <div className="w-64 space-y-3 border-l p-4 max-md:hidden">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-4 w-28" />
          </div>
        </div>
      </Delayed>
    </>
  );
}
