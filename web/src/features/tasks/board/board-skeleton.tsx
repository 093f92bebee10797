import { STATUS_LABELS } from "@malamar/contract/plain/task.ts";
import { Delayed } from "#components/delayed.tsx";
import { StatusIcon } from "#components/task-status.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { columnClass, columnsClass } from "./board-column.tsx";
import { COLUMNS } from "./board.logic.ts";

export function BoardSkeleton() {
  return (
    <Delayed>
      <output className="sr-only">Loading tasks</output>
      <div aria-hidden className={columnsClass}>
        {COLUMNS.map((status) => (
          <div key={status} className={columnClass}>
            <p className="flex h-9 shrink-0 items-center gap-1.5 px-4 font-medium md:px-3 pointer-coarse:h-11">
              <StatusIcon status={status} />
              {STATUS_LABELS[status]}
            </p>
            <div className="space-y-1.5 px-4 md:px-2">
              {Array.from({ length: 3 }, (_, index) => (
                <div key={index} className="space-y-2.5 rounded-md border bg-card p-2.5">
                  <Skeleton className="h-4 w-5/6" />
                  <Skeleton className="h-3.5 w-1/2" />
                </div>
              ))}
            </div>
          </div>
        ))}
      </div>
    </Delayed>
  );
}
