import { z } from "zod";
import type { Tokens } from "#engines/cli/spending/spending-files.ts";

const Called = { id: z.string(), name: z.string(), input: z.unknown() };

export const Content = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({ type: z.literal("thinking"), thinking: z.string() }),
  /** Not for people, or only the model's input. */
  z.object({ type: z.enum(["redacted_thinking", "image", "document"]) }),
  z.object({ type: z.literal("tool_use"), ...Called }),
  /** A tool that runs where the model does. */
  z.object({ type: z.literal("server_tool_use"), ...Called }),
  z.object({
    type: z.enum(["tool_result", "web_search_tool_result", "web_fetch_tool_result"]),
    tool_use_id: z.string(),
    content: z.unknown(),
    is_error: z.boolean().nullish(),
  }),
]);
export type Content = z.infer<typeof Content>;
export type ToolUse = Extract<Content, { name: string }>;
export type ToolResult = Extract<Content, { tool_use_id: string }>;

const amount = z.number().catch(0);

/** Tokens read from and written to the cache are reported separately; ours include all of them. */
export function tokensIn(usage: object): Tokens {
  const amounts = usage as Record<string, unknown>;
  const cached = amountOf(amounts["cache_read_input_tokens"]);
  const written = amountOf(amounts["cache_creation_input_tokens"]);
  return {
    input_tokens: amountOf(amounts["input_tokens"]) + cached + written,
    output_tokens: amountOf(amounts["output_tokens"]),
    cached_tokens: cached,
  };
}

function amountOf(value: unknown): number {
  return typeof value === "number" ? value : 0;
}

/**
 * Every line of a model has an id and a usage, so they are parsed by hand: a schema would take far
 * longer.
 */
export const Message = z.object({
  /** The same in every line of one model answer. */
  id: z.unknown().optional(),
  content: z.custom<string | unknown[]>(isContent),
  usage: z.unknown().optional(),
});
export type Message = z.infer<typeof Message>;

function isContent(value: unknown): boolean {
  return typeof value === "string" || Array.isArray(value);
}

/** The usage of one model answer; null when the line does not say. */
export function answerIn({ id, usage }: Message): { id: string; tokens: Tokens } | null {
  const isTold = typeof id === "string" && typeof usage === "object" && usage !== null;
  return isTold ? { id, tokens: tokensIn(usage) } : null;
}

/** What a tool that writes reports about the previous file. */
const FileBefore = z
  .object({ type: z.string().optional(), originalFile: z.string().nullish() })
  .optional()
  .catch(undefined);
export type FileBefore = z.infer<typeof FileBefore>;

const fromSystem = { type: z.literal("system") };
const System = z.discriminatedUnion("subtype", [
  /** Comes again whenever a finished background task wakes it up. */
  z.object({ ...fromSystem, subtype: z.literal("init"), session_id: z.string() }),
  z.object({
    ...fromSystem,
    subtype: z.literal("api_retry"),
    attempt: z.number(),
    max_retries: z.number(),
    retry_delay_ms: z.number(),
    error_status: z.number().nullable(),
    error: z.string(),
  }),
  z.object({
    ...fromSystem,
    subtype: z.literal("status"),
    compact_result: z.string().optional(),
    compact_error: z.string().default("no reason given"),
  }),
  z.object({ ...fromSystem, subtype: z.literal("compact_boundary") }),
  z.object({
    ...fromSystem,
    subtype: z.literal("task_started"),
    task_id: z.string(),
    /** Not reported for a workflow, which is always in the background. */
    is_backgrounded: z.boolean().default(true),
  }),
  z.object({
    ...fromSystem,
    subtype: z.literal("task_notification"),
    task_id: z.string(),
    status: z.string(),
    summary: z.string(),
  }),
  z.object({
    ...fromSystem,
    subtype: z.literal("hook_response"),
    hook_name: z.string(),
    outcome: z.string(),
    output: z.string(),
  }),
  z.object({
    ...fromSystem,
    subtype: z.literal("permission_denied"),
    tool_name: z.string(),
    message: z.string(),
  }),
  z.object({ ...fromSystem, subtype: z.literal("notification"), text: z.string() }),
  z.object({
    ...fromSystem,
    subtype: z.enum(["informational", "model_fallback", "model_refusal_no_fallback"]),
    content: z.string(),
  }),
  /** What other lines report as well. */
  z.object({
    ...fromSystem,
    subtype: z.enum([
      "background_tasks_changed",
      "hook_started",
      "task_progress",
      "task_updated",
      "thinking_tokens",
    ]),
  }),
]);
export type System = z.infer<typeof System>;

const RateLimit = z.object({
  status: z.string(),
  /** A date that does not exist would fail its readers. */
  resetsAt: z.number().min(0).max(8.64e12).optional().catch(undefined),
  rateLimitType: z.string().catch("usage"),
  utilization: z.number().optional().catch(undefined),
  isUsingOverage: z.boolean().catch(false),
});
export type RateLimit = z.infer<typeof RateLimit>;

const ModelUsage = z.object({
  inputTokens: amount,
  outputTokens: amount,
  cacheReadInputTokens: amount,
  cacheCreationInputTokens: amount,
  costUSD: amount,
});
export type ModelUsage = z.infer<typeof ModelUsage>;

// The final event counts, even if its details should change one day.
const Result = z.object({
  type: z.literal("result"),
  is_error: z.boolean().optional().catch(undefined),
  subtype: z.string().catch("unknown"),
  session_id: z.string().optional().catch(undefined),
  result: z.unknown().optional(),
  /** Instead of a result. */
  errors: z.array(z.unknown()).catch([]),
  api_error_status: z.number().nullish().catch(undefined),
  structured_output: z.unknown().optional(),
  permission_denials: z.array(z.object({ tool_name: z.string() })).catch([]),
  /** Includes subagents, which `usage` leaves out. */
  model_usage_since_last_result: z.record(z.string(), ModelUsage).optional().catch(undefined),
  total_cost_usd: z.number().optional().catch(undefined),
  usage: z
    .looseObject({ input_tokens: z.number(), output_tokens: z.number() })
    .optional()
    .catch(undefined),
});
export type Result = z.infer<typeof Result>;

export const Line = z.discriminatedUnion("type", [
  System,
  z.object({
    type: z.literal("assistant"),
    message: Message,
    /** The tool call that started the agent that speaks; null: the one that we started. */
    parent_tool_use_id: z.string().nullish(),
    /** These are not the model's words but the CLI's, about a request that failed. */
    is_api_error_message: z.boolean().default(false),
  }),
  z.object({ type: z.literal("user"), message: Message, tool_use_result: FileBefore }),
  z.object({ type: z.literal("rate_limit_event"), rate_limit_info: RateLimit }),
  /**
   * That it woke up, that a tool is still running, and parts of what an "assistant" line has
   * complete.
   */
  z.object({ type: z.enum(["command_lifecycle", "tool_progress", "stream_event"]) }),
  Result,
]);
export type Line = z.infer<typeof Line>;
