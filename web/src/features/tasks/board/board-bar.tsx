import type { TaskStatus } from "@malamar/contract/task.ts";
import { ListFilter } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#lib/cn.ts";
import { BoardFilter, type FilterAgent } from "./board-filter.tsx";
import { ColumnSwitch } from "./column-switch.tsx";
import { isFiltered, type BoardFilter as Filter } from "./filter.logic.ts";
import type { ChangeFilter } from "./use-board-filter.ts";

type BoardBarProps = {
  /** Null until they have loaded. */
  counts: Readonly<Record<TaskStatus, number>> | null;
  summary: string;
  shown: TaskStatus;
  onShow: (status: TaskStatus) => void;
  filter: Filter;
  labels: readonly string[];
  agents: readonly FilterAgent[];
  onFilter: ChangeFilter;
};

/** The line above the columns: filter and counts. */
export function BoardBar(props: BoardBarProps) {
  const { counts, summary, shown, onShow, filter, labels, agents, onFilter } = props;
  const isNarrowed = isFiltered(filter);
  const [isOpen, setIsOpen] = useState(isNarrowed);
  return (
    <div
      data-slot="board-bar"
      className="flex min-h-12 shrink-0 flex-wrap items-center gap-2 px-4 py-2 md:px-6"
    >
      <ColumnSwitch counts={counts} shown={shown} onShow={onShow} />
      <BoardFilter
        filter={filter}
        labels={labels}
        agents={agents}
        onChange={onFilter}
        className={cn(
          "max-md:order-last max-md:basis-full",
          !isOpen && !isNarrowed && "max-md:hidden",
        )}
      />
      <p className="ml-auto text-sm whitespace-nowrap text-muted tabular-nums max-lg:hidden">
        {summary}
      </p>
      <Button
        aria-label="Filter"
        aria-expanded={isOpen || isNarrowed}
        className="w-11 px-0 md:hidden"
        onClick={() => setIsOpen(!isOpen)}
      >
        <ListFilter aria-hidden />
      </Button>
    </div>
  );
}
