import type { TaskId } from "@malamar/contract/ids.ts";
import type { ChangedTask, TaskStatus, TaskSummary } from "@malamar/contract/task.ts";
import { canDo } from "#features/tasks/actions/task-actions.logic.ts";
import { counted } from "#lib/format.ts";
import { placeOf, type Columns } from "./board.logic.ts";

/** The selected cards, and the card where a range starts. */
export type Selection = { ids: ReadonlySet<TaskId>; anchor: TaskId | null };

export const NOTHING_SELECTED: Selection = { ids: new Set(), anchor: null };

export function toggled({ ids }: Selection, id: TaskId): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
}

/** Selects everything from the anchor to this card. Another column starts a new selection. */
export function extendedTo(selection: Selection, columns: Columns, id: TaskId): Selection {
  const to = placeOf(columns, id);
  const from = selection.anchor === null ? null : placeOf(columns, selection.anchor);
  if (to === null) return selection;
  if (from?.status !== to.status) return { ids: new Set([...selection.ids, id]), anchor: id };
  const [start, end] = [Math.min(from.index, to.index), Math.max(from.index, to.index)];
  const between = columns[to.status].slice(start, end + 1).map((task) => task.id);
  return { ids: new Set([...selection.ids, ...between]), anchor: selection.anchor };
}

/** Without cards that left the board. */
export function selectedTasks({ ids }: Selection, columns: Columns): TaskSummary[] {
  if (ids.size === 0) return [];
  return Object.values(columns)
    .flat()
    .filter(({ id }) => ids.has(id));
}

const TARGETS = ["todo", "in_review", "done"] as const satisfies readonly TaskStatus[];

/** The columns that at least one of them can move to. */
export function targetsOf(tasks: readonly TaskSummary[]): (typeof TARGETS)[number][] {
  return TARGETS.filter((target) => tasks.some(({ status }) => canDo(status, target)));
}

/** Nobody reads more reasons than this. */
const MOST_REASONS = 3;

type Numbered = Pick<TaskSummary, "id" | "number">;

/** The failures of a bulk change. Null if there were none. */
export function failureOf(
  results: readonly ChangedTask[],
  tasks: readonly Numbered[],
): { title: string; description: string } | null {
  const failed = results.flatMap(({ id, error }) => (error === null ? [] : { id, error }));
  if (failed.length === 0) return null;
  const numberOf = (id: TaskId) => tasks.find((task) => task.id === id)?.number;
  const reasons = failed
    .slice(0, MOST_REASONS)
    .map(({ id, error }) => `#${numberOf(id)}: ${error.message}`);
  const rest = failed.length - reasons.length;
  return {
    title: `${failed.length} of ${counted(results.length, "task")} not changed`,
    description: [...reasons, ...(rest > 0 ? [`And ${rest} more.`] : [])].join(" "),
  };
}
