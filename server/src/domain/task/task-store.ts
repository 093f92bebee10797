import type { Database } from "bun:sqlite";
import type { AgentId, CommentId, TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import type {
  AttentionItem,
  BriefedTask,
  GuardName,
  StoredTask,
  TaskSummary,
} from "@malamar/contract/task.ts";
import { describeRow, type Selection, type Stored } from "#db/row.ts";
import { ATTENTION, ATTENTION_COUNT } from "./attention-sql.ts";
import { createLiveTaskStore, type LiveFacts } from "./live-task-store.ts";
import type { Said } from "./said.ts";

/** The wait's subject when no program of the team is installed. */
export const ANY_PROGRAM = "any program";

interface ErrorMemory {
  comment_id: CommentId;
  count: number;
  since: string;
  /**
   * For an engine's failure, which is the same for all tasks: whether people have been notified on
   * any.
   */
  is_old_news?: boolean;
}

/** What a resumed pass has to know about its beginning. */
export interface PassState {
  /** Counted over the whole life of the task: its runs carry it. */
  number: number;
  served: AgentId[];
  said: Said[];
  user_comments: number;
}

/** What the loop knows about a task beyond what people see. */
interface LoopMemory {
  /** Similar errors, counted in one comment each. The newest is last. */
  errors?: Record<string, ErrorMemory>;
  /** What the team said in its last pass, and in how many passes in a row. */
  said?: { fingerprint: string; passes: number };
  /** The agent whose engine it waits for, or any program of the team. */
  waits_for?: AgentId | typeof ANY_PROGRAM;
  /** Where a pass stands that waits in its middle. */
  pass?: PassState;
  /** Agents that people have asked and that come after the one asked now. */
  asked_next?: AgentId[];
  /** Agents that were refused for a quota, once for each time: a CLI is not believed forever. */
  quota_waited?: AgentId[];
}

/** A task as it is stored. */
export interface TaskRow extends StoredTask {
  human_input_at: string | null;
  /** Since when it has been waiting for a person; null if it is not. */
  attention_at: string | null;
  last_processed_at: string | null;
  loop_memory: LoopMemory;
  tripped_guard: { guard: GuardName; detail: string } | null;
}

/** Where people see a column: in lists too, only with the whole task, or nowhere. */
interface Facts {
  shown: "list" | "detail" | "never";
  exported: boolean;
}

export const taskRow = describeRow<TaskRow, Facts>()("tasks", {
  id: { is: "text", shown: "list", exported: true },
  workspace_id: { is: "text", shown: "list", exported: false },
  number: { is: "integer", shown: "list", exported: true },
  summary: { is: "text", shown: "list", exported: true },
  description: { is: "text", default: "", shown: "detail", exported: true },
  status: { is: "text", default: "todo", shown: "list", exported: true },
  position: { is: "real", default: 0, shown: "list", exported: true },
  labels: { is: "json", default: Array.of<string>(), shown: "list", exported: true },
  is_priority: { is: "flag", default: false, shown: "list", exported: true },
  is_on_hold: { is: "flag", default: false, shown: "list", exported: true },
  pass_count: { is: "integer", default: 0, shown: "list", exported: true },
  failure_count: { is: "integer", default: 0, shown: "list", exported: true },
  retry_at: { is: "text or null", default: null, shown: "list", exported: false },
  wait_reason: { is: "text or null", default: null, shown: "list", exported: false },
  wait_cli: { is: "text or null", default: null, shown: "list", exported: false },
  wait_detail: { is: "text or null", default: null, shown: "list", exported: false },
  last_error: { is: "text or null", default: null, shown: "list", exported: true },
  changes: { is: "json or null", default: null, shown: "list", exported: false },
  looked_checkpoint_id: { is: "text or null", default: null, shown: "list", exported: false },
  outcome: { is: "text or null", default: null, shown: "list", exported: false },
  tripped_guard: { is: "json or null", default: null, shown: "never", exported: true },
  attention_at: { is: "text or null", default: null, shown: "never", exported: true },
  done_at: { is: "text or null", default: null, shown: "list", exported: true },
  created_at: { is: "text", shown: "list", exported: true },
  updated_at: { is: "text", shown: "list", exported: true },
  human_input_at: { is: "text or null", default: null, shown: "never", exported: false },
  last_processed_at: { is: "text or null", default: null, shown: "never", exported: false },
  loop_memory: { is: "json", default: Object.freeze({}), shown: "never", exported: false },
});

/** The contract's task fields match the columns. */
export const LISTED_TASK = taskRow.where("shown", "list") satisfies Selection<
  TaskRow,
  Exclude<keyof TaskSummary, keyof LiveFacts>
>;
export const SHOWN_TASK = taskRow.where("shown", "list", "detail") satisfies Selection<
  TaskRow,
  keyof StoredTask
>;
export const BRIEFED_TASK = taskRow.only("summary", "description") satisfies Selection<
  TaskRow,
  keyof BriefedTask
>;

const GUARD = taskRow.only("tripped_guard");

export function createTaskStore(db: Database) {
  const selectOne = db.prepare<Stored<TaskRow>, [TaskId]>(
    `SELECT ${taskRow.list()} FROM tasks WHERE id = ?`,
  );
  const remove = db.prepare<unknown, [TaskId]>("DELETE FROM tasks WHERE id = ?");
  const liveTasks = createLiveTaskStore(db);
  const insertRow = taskRow.inserter(db);
  const nextNumber = db.prepare<{ number: number }, [WorkspaceId]>(
    `INSERT INTO task_numbers (workspace_id, last_number) VALUES (?, 1)
     ON CONFLICT (workspace_id) DO UPDATE SET last_number = last_number + 1
     RETURNING last_number AS number`,
  );
  const selectIdsByStatus = db.prepare<{ id: TaskId }, [WorkspaceId, status: string]>(
    "SELECT id FROM tasks WHERE workspace_id = ? AND status = ?",
  );
  const selectDoneBefore = db.prepare<{ id: TaskId }, [WorkspaceId, before: string]>(
    "SELECT id FROM tasks WHERE workspace_id = ? AND status = 'done' AND done_at < ?",
  );
  const selectSome = db.prepare<{ id: TaskId }, [WorkspaceId, limit: number]>(
    "SELECT id FROM tasks WHERE workspace_id = ? LIMIT ?",
  );
  // The last one inserted is the newest.
  const newestIn = (status: StoredTask["status"]) =>
    `coalesce((SELECT max(rowid) FROM tasks WHERE workspace_id = $workspace_id AND status = '${status}'), 0)`;
  const selectNewestOpen = db.prepare<Stored<TaskRow>, [{ workspace_id: WorkspaceId }]>(
    `SELECT ${taskRow.list()} FROM tasks WHERE rowid = max(${newestIn("todo")}, ${newestIn("in_progress")})`,
  );
  const selectPrioritized = db.prepare<{ id: TaskId }, [WorkspaceId]>(
    "SELECT id FROM tasks WHERE workspace_id = ? AND is_priority = 1",
  );
  const selectAttention = db.prepare<AttentionRow, []>(ATTENTION);
  const countAttention = db.prepare<{ count: number }, []>(ATTENTION_COUNT);

  return {
    get(id: TaskId): TaskRow | null {
      const row = selectOne.get(id);
      return row && taskRow.decode(row);
    },

    /** With the next number of its workspace. */
    insert: (task: Omit<Parameters<typeof insertRow>[0], "number">): TaskRow =>
      insertRow({ ...task, number: nextNumber.get(task.workspace_id)!.number }),

    update: taskRow.updater(db),

    /** Also deletes its comments, logs, queue items and runs. */
    remove: (id: TaskId) => void remove.run(id),

    live: (id: TaskId): LiveFacts => liveTasks.of(id),

    idsByStatus: (workspaceId: WorkspaceId, status: StoredTask["status"]) =>
      selectIdsByStatus.all(workspaceId, status).map(({ id }) => id),

    /** Any of them, at most this many. */
    someIds: (workspaceId: WorkspaceId, limit: number) =>
      selectSome.all(workspaceId, limit).map(({ id }) => id),

    idsDoneBefore: (workspaceId: WorkspaceId, before: string) =>
      selectDoneBefore.all(workspaceId, before).map(({ id }) => id),

    /** Of those in Todo and In Progress. */
    newestOpen(workspaceId: WorkspaceId): TaskRow | null {
      const row = selectNewestOpen.get({ workspace_id: workspaceId });
      return row && taskRow.decode(row);
    },

    /** At most one, by the rules. */
    prioritized: (workspaceId: WorkspaceId) => selectPrioritized.get(workspaceId)?.id ?? null,

    /** Across all workspaces, longest wait first. */
    attention: (): AttentionItem[] =>
      selectAttention.all().map((stored) => {
        const { tripped_guard: guard, last_error, ...row } = GUARD.decode(stored);
        // What a limit stopped may have failed until then: the limit alone does not say why.
        const detail = [guard?.detail, last_error].filter(Boolean).join(". ") || null;
        return { ...row, detail, guard: guard?.guard ?? null };
      }),

    attentionCount: (): number => countAttention.get()!.count,
  };
}

export type TaskStore = ReturnType<typeof createTaskStore>;

type AttentionRow = Omit<AttentionItem, "detail" | "guard"> &
  Stored<Pick<TaskRow, "tripped_guard" | "last_error">>;
