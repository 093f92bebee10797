import { Delayed } from "#components/delayed.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

/** The layout of the page while it loads. All of it is replaced at once. */
export function HomeSkeleton() {
  return (
    <Delayed>
      <output className="sr-only">Loading the home page</output>
      <div aria-hidden className="space-y-2">
        <Skeleton className="h-5 w-28" />
        <div className="divide-y rounded-md border bg-card">
          {Array.from({ length: 4 }, (_, index) => (
            <div key={index} className="space-y-2 px-3 py-2.5">
              <Skeleton className="h-3.5 w-3/5" />
              <Skeleton className="h-3 w-2/5" />
            </div>
          ))}
        </div>
      </div>
    </Delayed>
  );
}
