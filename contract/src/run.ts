import { z } from "zod";
import { AgentId, ChatId, EngineId, RunId, TaskId, WorkspaceId } from "./ids.ts";
import { MAX_TRANSCRIPT_PAGE } from "./plain/run.ts";
import { AgentActionType } from "./task.ts";
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
  /** May name a deleted agent. */
  agent_id: AgentId.nullable(),
  agent_name: z.string(),
  cli_type: EngineId,
  model: z.string().nullable(),
  /** Which pass of its task it is part of, counted over the task's life; null in a chat. */
  pass: z.number().int().positive().nullable(),
  status: RunStatus,
  /** What the agent did on its task; null while it runs, and in a chat. */
  action_type: AgentActionType.nullable(),
  failure_kind: z.string().nullable(),
  exit_code: z.number().int().nullable(),
  pid: z.number().int().nullable(),
  process_started_at: Timestamp.nullable(),
  cli_session_id: z.string().nullable(),
  input_tokens: z.number().int().nullable(),
  output_tokens: z.number().int().nullable(),
  cached_tokens: z.number().int().nullable(),
  cost_usd: z.number().nullable(),
  /** Its tokens are Malamar's own estimate: the CLI reported none. */
  is_estimated: z.boolean(),
  started_at: Timestamp,
  finished_at: Timestamp.nullable(),
});
export type Run = z.infer<typeof Run>;

/** Without a task it is the newest open one. */
export const InputPreviewQuery = z.object({ task_id: TaskId.optional() });

const count = z.coerce
  .number("must be a number")
  .int("must be a whole number")
  .min(1, "must be at least 1")
  .max(MAX_TRANSCRIPT_PAGE, `must be at most ${MAX_TRANSCRIPT_PAGE}`);

/** Either a page after a position, or the end. */
export const TranscriptQuery = z
  .object({
    /** Events after this position; 0, the default, is the beginning. */
    after: z.coerce
      .number("must be a number")
      .int("must be a whole number")
      .min(0, "must be at least 0")
      .meta({ default: 0 })
      .optional(),
    limit: count.meta({ default: MAX_TRANSCRIPT_PAGE }).optional(),
    /** The last events, this many. */
    last: count.optional(),
  })
  .superRefine((query, context) => {
    if (query.last === undefined) return;
    for (const field of ["after", "limit"] as const) {
      if (query[field] === undefined) continue;
      context.addIssue({ code: "custom", path: [field], message: "cannot be used with last" });
    }
  });
