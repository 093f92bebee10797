import type { Database } from "bun:sqlite";
import type { ChatId, RunId, TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { PageQuery } from "@malamar/contract/page.ts";
import type { Run } from "@malamar/contract/run.ts";
import type { AgentActionType, Spend } from "@malamar/contract/task.ts";
import { writtenAfter } from "#db/page-condition.ts";
import { describeRow, type Stored } from "#db/row.ts";

export const runRow = describeRow<Run>()("runs", {
  id: { is: "text" },
  workspace_id: { is: "text" },
  task_id: { is: "text or null" },
  chat_id: { is: "text or null" },
  agent_id: { is: "text or null" },
  agent_name: { is: "text" },
  cli_type: { is: "text" },
  model: { is: "text or null" },
  pass: { is: "integer or null" },
  status: { is: "text", default: "running" },
  action_type: { is: "text or null", default: null },
  failure_kind: { is: "text or null", default: null },
  exit_code: { is: "integer or null", default: null },
  pid: { is: "integer or null", default: null },
  process_started_at: { is: "text or null", default: null },
  cli_session_id: { is: "text or null", default: null },
  input_tokens: { is: "integer or null", default: null },
  output_tokens: { is: "integer or null", default: null },
  cached_tokens: { is: "integer or null", default: null },
  cost_usd: { is: "real or null", default: null },
  is_estimated: { is: "flag", default: false },
  started_at: { is: "text" },
  finished_at: { is: "text or null", default: null },
});

/** What is known about a run when it begins: everything without a default. */
export type NewRun = Omit<Run, keyof typeof runRow.defaults>;

const USAGE = runRow.only(
  "input_tokens",
  "output_tokens",
  "cached_tokens",
  "cost_usd",
  "is_estimated",
);

/** What a run has used so far. */
export type Usage = Pick<Run, (typeof USAGE.columns)[number]>;

export const NO_USAGE: Usage = USAGE.defaults;

type RunUsage = Usage & Pick<Run, "id">;

const END = runRow.only(
  "status",
  "failure_kind",
  "exit_code",
  "cli_session_id",
  ...USAGE.columns,
  "finished_at",
);

/** What is known about it when it ends. */
export type FinishedRun = Pick<Run, "id" | (typeof END.columns)[number]> & { finished_at: string };

const SPEND = `
  coalesce(sum(input_tokens), 0) AS input_tokens,
  coalesce(sum(output_tokens), 0) AS output_tokens,
  coalesce(sum(cached_tokens), 0) AS cached_tokens,
  coalesce(sum(cost_usd), 0.0) AS cost_usd,
  count(*) AS run_count,
  count(*) FILTER (WHERE cost_usd IS NULL) AS unpriced_run_count,
  count(*) FILTER (WHERE is_estimated) AS estimated_run_count`;

/** An active run has used what its CLI has reported; before that, its cost is unknown. */
const HAS_FIGURES =
  "(input_tokens IS NOT NULL OR output_tokens IS NOT NULL OR cost_usd IS NOT NULL)";

const ADD_USAGE = `
  INSERT INTO usage_hourly (hour, workspace_id, agent_id, agent_name, cli_type, model, run_count,
    failed_run_count, unpriced_run_count, estimated_run_count, input_tokens, output_tokens, cached_tokens, cost_usd, duration_ms)
  SELECT substr(finished_at, 1, 13) || ':00:00.000Z', workspace_id, coalesce(agent_id, ''), agent_name,
    cli_type, coalesce(model, ''), 1, status IN ('failed', 'lost'), cost_usd IS NULL, is_estimated,
    coalesce(input_tokens, 0), coalesce(output_tokens, 0), coalesce(cached_tokens, 0),
    coalesce(cost_usd, 0.0),
    max(0, CAST(round((julianday(finished_at) - julianday(started_at)) * 86400000) AS INTEGER))
  FROM runs WHERE id = ?
  ON CONFLICT DO UPDATE SET
    run_count = run_count + excluded.run_count,
    failed_run_count = failed_run_count + excluded.failed_run_count,
    unpriced_run_count = unpriced_run_count + excluded.unpriced_run_count,
    estimated_run_count = estimated_run_count + excluded.estimated_run_count,
    input_tokens = input_tokens + excluded.input_tokens,
    output_tokens = output_tokens + excluded.output_tokens,
    cached_tokens = cached_tokens + excluded.cached_tokens,
    cost_usd = cost_usd + excluded.cost_usd,
    duration_ms = duration_ms + excluded.duration_ms`;

export function createRunStore(db: Database) {
  const list = runRow.list();
  const selectOne = db.prepare<Stored<Run>, [RunId]>(`SELECT ${list} FROM runs WHERE id = ?`);
  const selectRunning = db.prepare<Stored<Run>, []>(
    `SELECT ${list} FROM runs WHERE status = 'running'`,
  );
  const selectLastEnded = db.prepare<Stored<Run>, [limit: number]>(
    `SELECT ${list} FROM runs WHERE finished_at IS NOT NULL ORDER BY finished_at DESC LIMIT ?`,
  );
  const insert = runRow.inserter(db);
  const setProcess = db.prepare<unknown, [pid: number, startedAt: string, RunId]>(
    "UPDATE runs SET pid = ?, process_started_at = ? WHERE id = ?",
  );
  const setUsage = db.prepare<unknown, [Stored<RunUsage>]>(USAGE.updateSql);
  const finish = db.prepare<unknown, [Stored<FinishedRun>]>(END.updateSql);
  const setActionType = db.prepare<unknown, [AgentActionType, RunId]>(
    "UPDATE runs SET action_type = ? WHERE id = ?",
  );
  // The newest run has the highest one: a pass begins when the previous one is over.
  const selectLastPass = db.prepare<Pick<Run, "pass">, [TaskId]>(
    "SELECT pass FROM runs WHERE task_id = ? ORDER BY rowid DESC LIMIT 1",
  );
  const lastEndedBy = (owner: "task_id" | "chat_id") =>
    db.prepare<Stored<Run>, [string]>(
      `SELECT ${list} FROM runs WHERE ${owner} = ? AND finished_at IS NOT NULL ORDER BY rowid DESC LIMIT 1`,
    );
  const lastEndedOfTask = lastEndedBy("task_id");
  const lastEndedOfChat = lastEndedBy("chat_id");
  const lose = db.prepare<unknown, [at: string, RunId]>(
    "UPDATE runs SET status = 'lost', finished_at = ? WHERE id = ?",
  );
  const addUsage = db.prepare<unknown, [RunId]>(ADD_USAGE);
  // In insertion order: the clock may have been set back.
  const selectBy = (owner: "task_id" | "chat_id") =>
    db.prepare<Stored<Run>, [{ owner: string; before: string | null; limit: number }]>(
      `SELECT ${list} FROM runs r
       WHERE ${owner} = $owner AND ${writtenAfter("runs", "r", `${owner} = $owner`)} ORDER BY rowid LIMIT $limit`,
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
    get: (id: RunId) => {
      const row = selectOne.get(id);
      return row && decoded(row);
    },

    /** The ids in this list that no run has. */
    unknownOf: (ids: readonly RunId[]) =>
      selectUnknown.all(JSON.stringify(ids)).map(({ id }) => id),

    /** The runs that a process of this or the previous Malamar is working on. */
    running: () => selectRunning.all().map(decoded),

    /** Newest end first. */
    lastEnded: (limit: number) => selectLastEnded.all(limit).map(decoded),

    lastEndedOf(owner: { task_id: TaskId } | { chat_id: ChatId }): Run | null {
      const row =
        "task_id" in owner
          ? lastEndedOfTask.get(owner.task_id)
          : lastEndedOfChat.get(owner.chat_id);
      return row && decoded(row);
    },

    insert: (run: NewRun) => void insert(run),

    setProcess: (id: RunId, pid: number, startedAt: string) =>
      void setProcess.run(pid, startedAt, id),

    setUsage: (usage: RunUsage) => void setUsage.run(USAGE.encode(usage)),

    /** Also adds up its usage, which outlives the run itself. */
    finish(run: FinishedRun): void {
      finish.run(END.encode(run));
      addUsage.run(run.id);
    },

    setActionType: (id: RunId, type: AgentActionType) => void setActionType.run(type, id),

    /** The pass of the task's newest run; 0 before the first. */
    lastPass: (taskId: TaskId): number => selectLastPass.get(taskId)?.pass ?? 0,

    /** Its process ended with the previous Malamar. */
    lose(id: RunId, at: string): void {
      lose.run(at, id);
      addUsage.run(id);
    },

    /** Oldest first. */
    listByTask: (taskId: TaskId, { limit, before }: PageQuery) =>
      selectByTask.all({ owner: taskId, before: before ?? null, limit: limit ?? -1 }).map(decoded),

    listByChat: (chatId: ChatId, { limit, before }: PageQuery) =>
      selectByChat.all({ owner: chatId, before: before ?? null, limit: limit ?? -1 }).map(decoded),

    /**
     * What the runs of a task used: all of them, or those that ended after `since` or are still
     * active; except `but`, if the caller counts that one separately.
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

const decoded = (row: Stored<Run>): Run => runRow.decode(row);
