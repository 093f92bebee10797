import { Delayed } from "#components/delayed.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

export function TimelineSkeleton() {
  return (
    <Delayed>
      <div className="space-y-3">
        <Skeleton className="h-20" />
        <Skeleton className="h-6 w-72 max-w-full" />
        <Skeleton className="h-20" />
      </div>
    </Delayed>
  );
}
