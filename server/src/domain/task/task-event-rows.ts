import type { ServerEvent } from "@malamar/contract/event.ts";
import type { TaskId } from "@malamar/contract/ids.ts";
import type { TaskSummary } from "@malamar/contract/task.ts";
import {
  isOfTask,
  withTask,
  type BareTaskEvent,
  type CompleteEvents,
} from "#events/emitted-event.ts";
import { shortened } from "#lib/shortened.ts";
import type { TaskListStore } from "./task-list-store.ts";

/**
 * The most that an event may cost every page. A larger row, such as that of a huge team, is left
 * out.
 */
const MOST_BYTES = 4096;

/**
 * If one unit changes more tasks than this, reading the lists again costs less than all their rows.
 */
const MOST_ROWS = 200;

const LONGEST_TEXT = 200;
const LONGEST_NAME = 40;

/** Gives every event of a task the row that a list shows, as of the end of the unit. */
export function createTaskEventRows(taskListStore: Pick<TaskListStore, "row">): CompleteEvents {
  return (events) => {
    const ids = new Set<TaskId>();
    for (const event of events) if (isOfTask(event)) ids.add(event.task_id);
    const rows = new Map<TaskId, TaskSummary>();
    if (ids.size <= MOST_ROWS) {
      for (const id of ids) {
        const row = taskListStore.row(id);
        if (row) rows.set(id, cut(row));
      }
    }
    return events.map((event) =>
      isOfTask(event) ? fitting(event, rows.get(event.task_id) ?? null) : event,
    );
  };
}

function fitting(event: BareTaskEvent, row: TaskSummary | null): ServerEvent {
  const whole = withTask(event, row);
  return Buffer.byteLength(JSON.stringify(whole)) <= MOST_BYTES ? whole : withTask(event, null);
}

function cut(row: TaskSummary): TaskSummary {
  const { summary, last_error, wait_detail, team } = row;
  return {
    ...row,
    summary: shortened(summary, LONGEST_TEXT),
    last_error: last_error && shortened(last_error, LONGEST_TEXT),
    wait_detail: wait_detail && shortened(wait_detail, LONGEST_TEXT),
    team: team.map((member) => ({ ...member, name: shortened(member.name, LONGEST_NAME) })),
  };
}
