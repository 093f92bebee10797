import type { ServerEvent } from "@malamar/contract/event.ts";
import type { TaskSummary } from "@malamar/contract/task.ts";

type TaskEvent = Exclude<Extract<ServerEvent, { task_id: unknown }>, { type: "task.deleted" }>;

type Bare<Event> = Event extends TaskEvent ? Omit<Event, "task"> : Event;

/** What a unit of work reports; the rows that lists show are read when it ends. */
export type EmittedEvent = Bare<ServerEvent>;

/** Completes a unit's events, inside its transaction. */
export type CompleteEvents = (events: readonly EmittedEvent[]) => ServerEvent[];

export type BareTaskEvent = Bare<TaskEvent>;

/** Whether it is about an existing task. */
export function isOfTask(event: EmittedEvent): event is BareTaskEvent {
  return "task_id" in event && event.type !== "task.deleted";
}

export function withTask(event: BareTaskEvent, task: TaskSummary | null): ServerEvent {
  return { ...event, task };
}

/** For clients without lists of tasks. */
export const withoutRows: CompleteEvents = (events) =>
  events.map((event) => (isOfTask(event) ? withTask(event, null) : event));
