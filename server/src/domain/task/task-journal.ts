import type { AgentId, RunId, TaskId } from "@malamar/contract/ids.ts";
import type { ActivityEvent, TaskComment, TaskStatus } from "@malamar/contract/task.ts";
import { SYSTEM, type Actor, type User } from "#domain/actor/actor.ts";
import type { TaskQueueStore } from "#domain/queue/task-queue-store.ts";
import type { WorkspaceStore } from "#domain/workspace/workspace-store.ts";
import type { UnitOfWork } from "#events/unit-of-work.ts";
import type { Clock } from "#lib/clock.ts";
import { newId } from "#lib/id.ts";
import { shortened } from "#lib/shortened.ts";
import type { ActivityStore } from "./activity-store.ts";
import type { CommentStore } from "./comment-store.ts";
import type { TaskOrderStore } from "./task-order-store.ts";
import type { TaskOrder } from "./task-order.ts";
import { isOpen, NOT_WAITING } from "./task-rules.ts";
import type { TaskRow, TaskStore } from "./task-store.ts";

export interface JournalDeps {
  unit: UnitOfWork;
  workspaceStore: WorkspaceStore;
  taskStore: TaskStore;
  commentStore: CommentStore;
  activityStore: ActivityStore;
  taskQueueStore: TaskQueueStore;
  taskOrderStore: TaskOrderStore;
  taskOrder: TaskOrder;
  clock: Clock;
}

interface Deps extends JournalDeps {
  /** Its files may have a time to go. Part of the unit of work that moves it. */
  onMoved: (id: TaskId, to: TaskStatus) => void;
}

type Said = Pick<TaskComment, "content"> &
  Partial<Pick<TaskComment, "run_id" | "is_note" | "asks_agent_id">> & { asksForWork: boolean };

/**
 * The steps that people, agents and the loop share. Each writes a task, its log and its events, and
 * is part of the unit of work that calls it.
 */
export function createTaskJournal(deps: Deps) {
  const { unit, workspaceStore, taskStore, commentStore, activityStore, clock } = deps;
  const { taskQueueStore, taskOrderStore, taskOrder, onMoved } = deps;

  function log(actor: Actor, task: TaskRow, event: ActivityEvent): void {
    const now = clock();
    activityStore.insert({
      id: newId(),
      task_id: task.id,
      workspace_id: task.workspace_id,
      event_type: event.event_type,
      actor_type: actor.type,
      actor_id: actor.id,
      metadata: event.metadata,
      created_at: now,
    });
    workspaceStore.touch(task.workspace_id, now);
  }

  /** Something that a page shows about the task has changed. */
  function save(task: TaskRow): TaskRow {
    const saved = { ...task, updated_at: clock() };
    taskStore.update(saved);
    workspaceStore.touch(task.workspace_id, saved.updated_at);
    return saved;
  }

  /** With newest_first, a comment on a waiting task makes it the newest. */
  function bringForward(task: TaskRow): void {
    if (task.status !== "todo" || !taskQueueStore.hasQueued(task.id)) return;
    if (workspaceStore.get(task.workspace_id)?.pickup_order !== "newest_first") return;
    taskOrderStore.set(task.id, taskOrder.beforeAll(task.workspace_id));
  }

  /** Any comment queues the task, unless it is Done. It may get another position. */
  function askFor(task: TaskRow, now: string): void {
    bringForward(task);
    if (task.status !== "done") taskQueueStore.enqueue(task, now);
  }

  function addComment(actor: Actor, task: TaskRow, { asksForWork, ...said }: Said): TaskComment {
    return unit((emit) => {
      const now = clock();
      const comment = commentStore.insert({
        ...said,
        id: newId(),
        task_id: task.id,
        workspace_id: task.workspace_id,
        user_id: actor.type === "user" ? actor.id : null,
        agent_id: actor.type === "agent" ? actor.id : null,
        created_at: now,
        updated_at: now,
      });
      log(actor, task, { event_type: "comment_added", metadata: null });
      if (asksForWork) askFor(task, now);
      emit({
        type: "task.comment_added",
        ...nameOf(task),
        author_name: shortened(actor.name, LONGEST_IN_EVENT),
      });
      return { ...comment, author_name: actor.name };
    });
  }

  return {
    log,
    save,

    /** Queues the task. */
    comment: (actor: Actor, task: TaskRow, content: string, run_id: RunId | null = null) =>
      addComment(actor, task, { content, run_id, asksForWork: true }),

    /** A person's question asks one agent. The caller decides which of them is next. */
    ask: (actor: User, task: TaskRow, content: string, asks_agent_id: AgentId) =>
      addComment(actor, task, { content, asks_agent_id, asksForWork: true }),

    /** For a person to read: it asks nobody for anything. */
    tell: (actor: Actor, task: TaskRow, content: string, run_id: RunId | null = null) =>
      addComment(actor, task, { content, run_id, asksForWork: false }),

    /** A person's note, which queues nothing. */
    note: (actor: User, task: TaskRow, content: string) =>
      addComment(actor, task, { content, is_note: true, asksForWork: false }),

    /** Moves the task to another column, with all consequences. */
    move(actor: Actor, task: TaskRow, status: TaskStatus): TaskRow {
      if (task.status === status) return task;
      return unit((emit) => {
        const now = clock();
        const leaves = !isOpen(status);
        const moved = save({
          ...task,
          status,
          done_at: status === "done" ? now : null,
          outcome: null,
          attention_at: status === "in_review" ? now : task.attention_at,
          is_priority: task.is_priority && !leaves,
          is_on_hold: task.is_on_hold && status !== "done",
          // A task that comes back to the team does not go to the end of the line.
          position: status === "todo" ? taskOrder.beforeAll(task.workspace_id) : task.position,
          // A task that nobody should work on does not wait for anything either.
          ...(leaves && NOT_WAITING),
        });
        log(actor, task, {
          event_type: "status_changed",
          metadata: { old_status: task.status, new_status: status },
        });
        if (task.is_priority && leaves) {
          log(SYSTEM, task, { event_type: "task_deprioritized", metadata: null });
        }
        if (task.is_on_hold && status === "done") {
          log(SYSTEM, task, { event_type: "task_released", metadata: null });
        }
        if (leaves) taskQueueStore.drop(task.id);
        onMoved(task.id, status);
        emit({
          type: "task.status_changed",
          ...nameOf(task),
          old_status: task.status,
          new_status: status,
        });
        return moved;
      });
    },
  };
}

export type TaskJournal = ReturnType<typeof createTaskJournal>;

/** For every text: an event goes to every page. */
export const LONGEST_IN_EVENT = 200;

/** What every event of a task says about it. */
export function nameOf(task: Pick<TaskRow, "id" | "workspace_id" | "summary">) {
  const task_summary = shortened(task.summary, LONGEST_IN_EVENT);
  return { workspace_id: task.workspace_id, task_id: task.id, task_summary };
}
