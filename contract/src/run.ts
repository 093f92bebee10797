import { z } from "zod";
import { CliType } from "./cli.ts";
import { AgentId, ChatId, RunId, TaskId, WorkspaceId } from "./ids.ts";
import { Timestamp } from "./text.ts";
import { RunEnd } from "./transcript.ts";

export const RunStatus = z.enum(["running", ...RunEnd.options]);
export type RunStatus = z.infer<typeof RunStatus>;

/** One execution of one agent. */
export const Run = z.object({
  id: RunId,
  workspace_id: WorkspaceId,
  task_id: TaskId.nullable(),
  chat_id: ChatId.nullable(),
  /** May name an agent that is gone. */
  agent_id: AgentId.nullable(),
  agent_name: z.string(),
  cli_type: CliType,
  model: z.string().nullable(),
  status: RunStatus,
  failure_kind: z.string().nullable(),
  exit_code: z.number().int().nullable(),
  pid: z.number().int().nullable(),
  process_started_at: Timestamp.nullable(),
  cli_session_id: z.string().nullable(),
  input_tokens: z.number().int().nullable(),
  output_tokens: z.number().int().nullable(),
  cached_tokens: z.number().int().nullable(),
  cost_usd: z.number().nullable(),
  started_at: Timestamp,
  finished_at: Timestamp.nullable(),
});
export type Run = z.infer<typeof Run>;

export const TranscriptQuery = z.object({
  /** Events behind this place; 0 is from the beginning. */
  after: z.coerce
    .number("must be a number")
    .int("must be a whole number")
    .min(0, "must be at least 0")
    .default(0),
  limit: z.coerce
    .number("must be a number")
    .int("must be a whole number")
    .min(1, "must be at least 1")
    .max(1000, "must be at most 1000")
    .default(1000),
});
