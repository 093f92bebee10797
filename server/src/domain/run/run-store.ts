import type { Database } from "bun:sqlite";
import type { ChatId, RunId, TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { PageQuery } from "@malamar/contract/page.ts";
import type { Run } from "@malamar/contract/run.ts";
import type { Spend } from "@malamar/contract/task.ts";
import { writtenAfter } from "#db/page-condition.ts";

const COLUMNS = [
  "id",
  "workspace_id",
  "task_id",
  "chat_id",
  "agent_id",
  "agent_name",
  "cli_type",
  "model",
  "status",
  "failure_kind",
  "exit_code",
  "pid",
  "process_started_at",
  "cli_session_id",
  "input_tokens",
  "output_tokens",
  "cached_tokens",
  "cost_usd",
  "started_at",
  "finished_at",
] as const satisfies readonly (keyof Run)[];

/** What is known of a run when it begins. */
export type NewRun = Pick<
  Run,
  | "id"
  | "workspace_id"
  | "task_id"
  | "chat_id"
  | "agent_id"
  | "agent_name"
  | "cli_type"
  | "model"
  | "started_at"
>;

/** What it has used so far. */
type RunUsage = Pick<Run, "id" | "input_tokens" | "output_tokens" | "cached_tokens" | "cost_usd">;

/** What is known of it when it ends. */
export type FinishedRun = Pick<
  Run,
  | "id"
  | "status"
  | "failure_kind"
  | "exit_code"
  | "cli_session_id"
  | "input_tokens"
  | "output_tokens"
  | "cached_tokens"
  | "cost_usd"
> & { finished_at: string };

const SPEND = `
  coalesce(sum(input_tokens), 0) AS input_tokens,
  coalesce(sum(output_tokens), 0) AS output_tokens,
  coalesce(sum(cached_tokens), 0) AS cached_tokens,
  coalesce(sum(cost_usd), 0.0) AS cost_usd,
  count(*) AS run_count,
  count(*) FILTER (WHERE cost_usd IS NULL) AS unpriced_run_count`;

/** A run under way has used what its CLI has told; before that, nothing can be said of its cost. */
const HAS_FIGURES =
  "(input_tokens IS NOT NULL OR output_tokens IS NOT NULL OR cost_usd IS NOT NULL)";

export function createRunStore(db: Database) {
  const list = COLUMNS.join(", ");
  const selectOne = db.prepare<Run, [RunId]>(`SELECT ${list} FROM runs WHERE id = ?`);
  const selectRunning = db.prepare<Run, []>(`SELECT ${list} FROM runs WHERE status = 'running'`);
  const selectLastEnded = db.prepare<Run, [limit: number]>(
    `SELECT ${list} FROM runs WHERE finished_at IS NOT NULL ORDER BY finished_at DESC LIMIT ?`,
  );
  const insert = db.prepare<unknown, [NewRun]>(
    `INSERT INTO runs (id, workspace_id, task_id, chat_id, agent_id, agent_name, cli_type, model, status, started_at)
     VALUES ($id, $workspace_id, $task_id, $chat_id, $agent_id, $agent_name, $cli_type, $model, 'running', $started_at)`,
  );
  const setProcess = db.prepare<unknown, [pid: number, startedAt: string, RunId]>(
    "UPDATE runs SET pid = ?, process_started_at = ? WHERE id = ?",
  );
  const setUsage = db.prepare<unknown, [RunUsage]>(
    `UPDATE runs SET input_tokens = $input_tokens, output_tokens = $output_tokens,
       cached_tokens = $cached_tokens, cost_usd = $cost_usd
     WHERE id = $id`,
  );
  const finish = db.prepare<unknown, [FinishedRun]>(
    `UPDATE runs SET status = $status, failure_kind = $failure_kind, exit_code = $exit_code,
       cli_session_id = $cli_session_id, input_tokens = $input_tokens, output_tokens = $output_tokens,
       cached_tokens = $cached_tokens, cost_usd = $cost_usd, finished_at = $finished_at
     WHERE id = $id`,
  );
  const lose = db.prepare<unknown, [at: string, RunId]>(
    "UPDATE runs SET status = 'lost', finished_at = ? WHERE id = ?",
  );
  // In the order of writing: the clock may have been put back.
  const selectBy = (owner: "task_id" | "chat_id") =>
    db.prepare<Run, [{ owner: string; before: string | null; limit: number }]>(
      `SELECT ${list} FROM runs r
       WHERE ${owner} = $owner AND ${writtenAfter("runs", "r")} ORDER BY rowid LIMIT $limit`,
    );
  const selectByTask = selectBy("task_id");
  const selectByChat = selectBy("chat_id");
  const selectSpend = db.prepare<Spend, [{ task_id: TaskId; since: string; but: RunId | null }]>(
    `SELECT ${SPEND} FROM runs
     WHERE task_id = $task_id AND id IS NOT $but
       AND (finished_at > $since OR (status = 'running' AND ${HAS_FIGURES}))`,
  );
  const idsOfTask = db.prepare<{ id: RunId }, [TaskId]>("SELECT id FROM runs WHERE task_id = ?");
  const idsOfChat = db.prepare<{ id: RunId }, [ChatId]>("SELECT id FROM runs WHERE chat_id = ?");
  const idsOfWorkspace = db.prepare<{ id: RunId }, [WorkspaceId]>(
    "SELECT id FROM runs WHERE workspace_id = ?",
  );

  const selectUnknown = db.prepare<{ id: RunId }, [ids: string]>(
    "SELECT value AS id FROM json_each(?) WHERE NOT EXISTS (SELECT 1 FROM runs WHERE id = value)",
  );

  return {
    get: (id: RunId) => selectOne.get(id),

    /** Those of these ids that no run has. */
    unknownOf: (ids: readonly RunId[]) =>
      selectUnknown.all(JSON.stringify(ids)).map(({ id }) => id),

    /** Those that a process of this or an earlier life of Malamar is at work on. */
    running: () => selectRunning.all(),

    /** The newest end first. */
    lastEnded: (limit: number) => selectLastEnded.all(limit),

    insert: (run: NewRun) => void insert.run(run),

    setProcess: (id: RunId, pid: number, startedAt: string) =>
      void setProcess.run(pid, startedAt, id),

    setUsage: (usage: RunUsage) => void setUsage.run(usage),

    finish: (run: FinishedRun) => void finish.run(run),

    /** Its process ended with an earlier life of Malamar. */
    lose: (id: RunId, at: string) => void lose.run(at, id),

    /** Oldest first. */
    listByTask: (taskId: TaskId, { limit, before }: PageQuery) =>
      selectByTask.all({ owner: taskId, before: before ?? null, limit: limit ?? -1 }),

    listByChat: (chatId: ChatId, { limit, before }: PageQuery) =>
      selectByChat.all({ owner: chatId, before: before ?? null, limit: limit ?? -1 }),

    /**
     * What the runs of a task used: all of them, or those that ended after `since` or have not ended;
     * `but` one, if somebody else counts that.
     */
    spend: (taskId: TaskId, since: string | null, but: RunId | null = null): Spend =>
      selectSpend.get({ task_id: taskId, since: since ?? "", but })!,

    idsOfTask: (taskId: TaskId) => idsOfTask.all(taskId).map(({ id }) => id),

    idsOfChat: (chatId: ChatId) => idsOfChat.all(chatId).map(({ id }) => id),

    idsOfWorkspace: (workspaceId: WorkspaceId) =>
      idsOfWorkspace.all(workspaceId).map(({ id }) => id),
  };
}

export type RunStore = ReturnType<typeof createRunStore>;
