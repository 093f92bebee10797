import type { Database } from "bun:sqlite";
import { CheckpointKind } from "@malamar/contract/checkpoint.ts";
import { ChatRole } from "@malamar/contract/chat.ts";
import { InstalledCliType } from "@malamar/contract/cli.ts";
import { QueueStatus } from "@malamar/contract/queue.ts";
import { RunStatus } from "@malamar/contract/run.ts";
import { UpdateSettings } from "@malamar/contract/settings.ts";
import {
  ActivityEvent,
  ActorType,
  AgentActionType,
  TaskStatus,
  WaitReason,
} from "@malamar/contract/task.ts";
import { PickupOrder, WorkingDirectoryMode } from "@malamar/contract/workspace.ts";
import { WorktreeState } from "@malamar/contract/worktree.ts";
import type { CheckRunStatus } from "#domain/check/check-run-store.ts";
import { tablesOf } from "./tables-of.ts";

/** How a setup, or a check, can stand. */
export const CHECK_RUN_STATUSES = [
  "running",
  "passed",
  "failed",
  "timed_out",
  "cancelled",
  "lost",
] as const satisfies readonly CheckRunStatus[];

/** Kinds of rows: a word in each row, and all possible values of that word. */
const KINDS: { word: string; from: string; words: readonly string[] }[] = [
  { word: "working_directory_mode", from: "workspaces", words: WorkingDirectoryMode.options },
  { word: "pickup_order", from: "workspaces", words: PickupOrder.options },
  { word: "cli_type", from: "agents", words: InstalledCliType.options },
  { word: "status", from: "tasks", words: TaskStatus.options },
  {
    word: "wait_reason",
    from: "tasks WHERE wait_reason IS NOT NULL",
    words: WaitReason.options,
  },
  {
    word: `CASE WHEN user_id IS NOT NULL THEN 'user' WHEN agent_id IS NULL THEN 'system'
             WHEN agent_id IN (SELECT id FROM agents) THEN 'agent' ELSE 'deleted agent' END`,
    from: "task_comments",
    words: ["user", "agent", "system", "deleted agent"],
  },
  {
    word: `CASE WHEN deleted_at IS NOT NULL THEN 'deleted' WHEN edited_at IS NOT NULL THEN 'edited'
             WHEN is_note THEN 'note' ELSE 'as it was written' END`,
    from: "task_comments",
    words: ["as it was written", "note", "edited", "deleted"],
  },
  {
    word: "CASE WHEN asks_agent_id IS NULL THEN 'the team' ELSE 'one agent' END",
    from: "task_comments",
    words: ["the team", "one agent"],
  },
  { word: "'a text to cut'", from: "comments_to_cut", words: ["a text to cut"] },
  { word: "actor_type", from: "task_logs", words: ActorType.options },
  {
    word: "event_type",
    from: "task_logs",
    words: ActivityEvent.options.map(({ shape }) => shape.event_type.value),
  },
  {
    word: "metadata ->> 'action_type'",
    from: "task_logs WHERE event_type = 'agent_finished'",
    words: AgentActionType.options,
  },
  { word: "status", from: "task_queue", words: QueueStatus.options },
  { word: "status", from: "chat_queue", words: QueueStatus.options },
  { word: "'a chat'", from: "chats", words: ["a chat"] },
  { word: "role", from: "chat_messages", words: ChatRole.options },
  {
    word: "action.value -> 'result' ->> 'status'",
    from: "chat_messages, json_each(actions) action",
    words: ["done", "failed", "ignored"],
  },
  { word: "status", from: "runs WHERE task_id IS NOT NULL", words: RunStatus.options },
  { word: "status", from: "runs WHERE chat_id IS NOT NULL", words: RunStatus.options },
  {
    word: "action_type",
    from: "runs WHERE action_type IS NOT NULL",
    words: AgentActionType.options,
  },
  { word: "state", from: "worktrees", words: WorktreeState.options },
  { word: "kind", from: "checkpoints", words: CheckpointKind.options },
  { word: "status", from: "check_runs", words: CHECK_RUN_STATUSES },
  { word: "'kept work'", from: "kept_work", words: ["kept work"] },
  { word: "'a viewed file'", from: "viewed_files", words: ["a viewed file"] },
  { word: "'a restore'", from: "restores", words: ["a restore"] },
  { word: "'a limit'", from: "cli_quotas", words: ["a limit"] },
  { word: "'a broken engine'", from: "engine_troubles", words: ["a broken engine"] },
  { word: "'an hour'", from: "usage_hourly", words: ["an hour"] },
  { word: "'a last number'", from: "task_numbers", words: ["a last number"] },
  { word: "'a login'", from: "sessions", words: ["a login"] },
  { word: "key", from: "settings", words: Object.keys(UpdateSettings.shape) },
  { word: "type", from: "titles", words: ["workspace", "task", "chat"] },
];

/** Written by the migrations themselves. */
const UNCOUNTED = ["_migrations"];

/** What the contract knows without a row in the database, and tables without a known kind. */
export function missingKinds(db: Database): string[] {
  const missing = KINDS.flatMap((kind) => {
    const stored = storedWords(db, kind);
    return kind.words.filter((word) => !stored.includes(word)).map((word) => inWords(word, kind));
  });
  return [...missing, ...tablesWithoutKind(db).map((table) => `any kind of row in ${table}`)];
}

function tablesWithoutKind(db: Database): string[] {
  const known = [...KINDS.map(({ from }) => /^\w+/.exec(from)![0]), ...UNCOUNTED];
  return tablesOf(db).filter((table) => !known.includes(table));
}

/** What is in the database but not in the contract. */
export function unknownKinds(db: Database): string[] {
  return KINDS.flatMap((kind) =>
    storedWords(db, kind)
      .filter((word) => !kind.words.includes(word))
      .map((word) => inWords(word, kind)),
  );
}

type Kind = (typeof KINDS)[number];

function storedWords(db: Database, { word, from }: Kind): string[] {
  const rows = db.query<{ word: string }, []>(`SELECT DISTINCT ${word} AS word FROM ${from}`).all();
  return rows.map((row) => row.word);
}

const inWords = (word: string, kind: Kind) => `"${word}" as ${kind.word} in ${kind.from}`;
