import type { TaskStatus } from "@malamar/contract/task.ts";
import { STATUS_LABELS } from "@malamar/contract/plain/task.ts";
import { useId } from "react";
import { ChangingNumber } from "#components/changing-number.tsx";
import { StatusIcon } from "#components/task-status.tsx";
import { COLUMNS } from "./board.logic.ts";

type ColumnSwitchProps = {
  /** Null until they have loaded. */
  counts: Readonly<Record<TaskStatus, number>> | null;
  shown: TaskStatus;
  onShow: (status: TaskStatus) => void;
};

/** Selects the column that a phone shows. */
export function ColumnSwitch({ counts, shown, onShow }: ColumnSwitchProps) {
  const name = useId();
  return (
    <fieldset className="grid min-w-0 flex-1 basis-60 grid-cols-[repeat(auto-fit,minmax(4rem,1fr))] gap-0.5 rounded-md border bg-surface p-0.5 md:hidden">
      <legend className="sr-only">Column</legend>
      {COLUMNS.map((status) => (
        <label
          key={status}
          className="relative flex h-11 min-w-0 cursor-pointer flex-col items-center justify-center gap-0.5 rounded-sm border border-transparent text-muted has-checked:border-input has-checked:bg-card has-checked:text-foreground has-focus-visible:outline-2 has-focus-visible:outline-primary forced-colors:border-[Canvas] forced-colors:has-checked:border-[Highlight]"
        >
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={status === shown}
            onChange={() => onShow(status)}
          />
          <span className="flex items-center gap-1 text-sm font-medium tabular-nums">
            <StatusIcon status={status} />
            {counts === null ? "–" : <ChangingNumber value={counts[status]} />}
          </span>
          <span className="max-w-full truncate text-xs leading-tight">{STATUS_LABELS[status]}</span>
        </label>
      ))}
    </fieldset>
  );
}
