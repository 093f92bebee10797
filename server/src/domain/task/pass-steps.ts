import type { RunId } from "@malamar/contract/ids.ts";
import { SYSTEM } from "#domain/actor/actor.ts";
import { askedLine } from "./asked-line.ts";
import { guardComment, type Tripped } from "./guards.ts";
import { nameOf, type JournalDeps, type TaskJournal } from "./task-journal.ts";
import type { TaskRow } from "./task-store.ts";

interface ReportedError {
  runId: RunId | null;
  message: string;
  /** For an engine's failure: whether people have been notified of it, on any task. */
  isOldNews?: boolean | undefined;
}

export interface PassStepDeps extends JournalDeps {
  taskJournal: TaskJournal;
}

/** The steps that end a pass. Each is part of the unit of work that calls it. */
export function createPassSteps({
  unit,
  taskStore,
  commentStore,
  taskQueueStore,
  taskJournal,
  clock,
}: PassStepDeps) {
  /**
   * Agents asked meanwhile come first; an agent asked before that has not answered comes after
   * them.
   */
  function askedAgain(itemId: string, task: TaskRow): TaskRow["loop_memory"] {
    const [unanswered, next] = [taskQueueStore.askedBy(itemId), taskQueueStore.asked(task.id)];
    if (unanswered === null || next === null) return task.loop_memory;
    const [, ...behind] = askedLine(next, task.loop_memory.asked_next ?? [], unanswered);
    return { ...task.loop_memory, asked_next: behind };
  }

  return {
    /** The item is finished, whatever the result. */
    close(itemId: string, task: TaskRow, status: "completed" | "failed"): TaskRow {
      const now = clock();
      const loop_memory = status === "failed" ? askedAgain(itemId, task) : task.loop_memory;
      taskQueueStore.finish(itemId, status, now);
      const closed = { ...task, loop_memory, last_processed_at: now };
      taskStore.update(closed);
      return closed;
    },

    /** A limit was reached: the person should look, and learns why. */
    trip(task: TaskRow, tripped: Tripped): void {
      unit(() => {
        const { guard, detail } = tripped;
        taskJournal.log(SYSTEM, task, { event_type: "guard_tripped", metadata: { guard, detail } });
        taskJournal.comment(SYSTEM, task, guardComment(tripped));
        taskJournal.move(SYSTEM, { ...task, tripped_guard: { guard, detail } }, "in_review");
      });
    },

    /** One comment for all similar errors: it shows the newest and counts them. */
    report(task: TaskRow, key: string, error: ReportedError): TaskRow {
      return unit((emit) => {
        const { [key]: known, ...others } = task.loop_memory.errors ?? {};
        const now = clock();
        const count = (known?.count ?? 0) + 1;
        const counted = `${error.message}\n\n(${count} times, last at ${now})`;
        const isRewritten =
          known && commentStore.rewrite(known.comment_id, counted, error.runId, now);
        const comment_id = isRewritten
          ? known.comment_id
          : taskJournal.comment(SYSTEM, task, error.message, error.runId).id;
        const errors = {
          ...others,
          [key]: {
            comment_id,
            count: isRewritten ? count : 1,
            since: known?.since ?? now,
            ...(error.isOldNews !== undefined && { is_old_news: error.isOldNews }),
          },
        };
        const saved = taskJournal.save({ ...task, loop_memory: { ...task.loop_memory, errors } });
        if (isRewritten) emit({ type: "task.updated", ...nameOf(saved) });
        return saved;
      });
    },
  };
}

export type PassSteps = ReturnType<typeof createPassSteps>;

/** Waiting for a quota, or a stop of Malamar, does not count as a pass. */
export function uncounted(task: TaskRow): TaskRow {
  return { ...task, pass_count: Math.max(0, task.pass_count - 1) };
}
