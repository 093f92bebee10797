import { Delayed } from "#components/delayed.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

/** Stands for the changes until they are there, or until the code that shows them is. */
export function ChangesSkeleton() {
  return (
    <Delayed>
      <div aria-hidden className="flex min-h-0 flex-1 flex-col">
        <div className="flex gap-3 border-b px-3 py-2">
          <Skeleton className="h-7 w-58" />
          <Skeleton className="h-7 w-40" />
        </div>
        <div className="space-y-2 p-3">
          {[0, 1, 2].map((file) => (
            <div key={file} className="space-y-2">
              <Skeleton className="h-9" />
              <Skeleton className="h-40" />
            </div>
          ))}
        </div>
      </div>
    </Delayed>
  );
}
