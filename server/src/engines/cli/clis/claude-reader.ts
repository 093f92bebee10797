import { z } from "zod";
import type { NewTranscriptEvent } from "@malamar/contract/transcript.ts";
import { type StreamEnd } from "#engines/cli/cli-adapter.ts";
import {
  highestOf,
  isSame,
  sumOf,
  totalOf,
  UNKNOWN,
  type Figures,
} from "#engines/cli/spending/figures.ts";
import { createTally } from "#engines/cli/spending/tally.ts";
import {
  answerIn,
  Content,
  Line,
  tokensIn,
  type FileBefore,
  type Message,
  type ModelUsage,
  type RateLimit,
  type Result,
  type System,
  type ToolResult,
  type ToolUse,
} from "./claude-lines.ts";
import { failedWith, reasonIn } from "./last-word.ts";
import { atUnixSeconds } from "./limit-times.ts";

type Spoken = Extract<Line, { type: "assistant" }>;
type Events = readonly NewTranscriptEvent[];

export function createReader() {
  const end: StreamEnd = { terminal: null, sessionId: null, answer: null };
  /** Files that tools write, until they have answered. */
  const writes = new Map<string, string>();
  const inBackground = new Set<string>();
  let limitEnd: Date | null = null;
  /** Over all its results: every wake-up adds one. */
  let spent = UNKNOWN;
  /** Since the last of them, as reported with each model answer. */
  const answers = createTally();

  function eventsOf(line: Line): Events | null {
    switch (line.type) {
      case "system":
        return systemEvents(line);
      case "assistant":
        return spoken(line);
      case "user":
        return eachOf(line.message, (content) =>
          "tool_use_id" in content ? answered(content, line.tool_use_result) : [],
        );
      case "rate_limit_event":
        return limited(line.rate_limit_info);
      case "command_lifecycle":
      case "tool_progress":
      case "stream_event":
        return [];
      case "result":
        return ended(line);
      default:
        return line satisfies never;
    }
  }

  function systemEvents(line: System): Events {
    if (line.subtype === "init") end.sessionId = line.session_id;
    if (line.subtype === "permission_denied") end.refusal = line.message;
    if (line.subtype === "task_started" && line.is_backgrounded) inBackground.add(line.task_id);
    // The end of one in the foreground is reported with its result.
    if (line.subtype === "task_notification" && !inBackground.has(line.task_id)) return [];
    return noticed(noticeOf(line));
  }

  function spoken({ message, parent_tool_use_id, is_api_error_message }: Spoken): Events | null {
    const events = eachOf(message, (content) => {
      if ("tool_use_id" in content) return answered(content, undefined);
      if ("name" in content) return called(content);
      if (content.type !== "text" && content.type !== "thinking") return [];
      const text = content.type === "text" ? content.text : content.thinking;
      const isSubagent = typeof parent_tool_use_id === "string";
      // For the agent itself the final event says the same.
      if (is_api_error_message) return isSubagent ? noticed(text) : [];
      // A subagent talks only to its agent.
      const isAside = content.type === "thinking" || isSubagent;
      return text === "" ? [] : [{ type: isAside ? "thinking" : "text", text }];
    });
    const used = begun(message);
    return events && used ? [...events, used] : events;
  }

  /**
   * An answer's input is known when it begins. Its length is one at that point: its file knows
   * more. Cost is reported only at the end.
   */
  function begun(message: Message): NewTranscriptEvent | null {
    const answer = answerIn(message);
    if (!answer || !answers.set(answer.id, answer.tokens)) return null;
    return { type: "usage", ...sumOf(spent, { ...answers.sum(), cost_usd: null }) };
  }

  function called({ id, name, input }: ToolUse): NewTranscriptEvent[] {
    const written = WRITING_TOOLS.has(name) ? Written.safeParse(input).data : undefined;
    const path = written?.file_path ?? written?.notebook_path;
    if (typeof path === "string") writes.set(id, path);
    return [{ type: "tool_call", id, name, input }];
  }

  function answered(result: ToolResult, before: FileBefore): NewTranscriptEvent[] {
    const { tool_use_id: id, content } = result;
    const is_error = result.is_error ?? false;
    const events: NewTranscriptEvent[] = [
      { type: "tool_result", id, output: textOf(content), is_error },
    ];
    const path = writes.get(id);
    writes.delete(id);
    if (path !== undefined && !is_error) {
      events.push({ type: "file_change", path, kind: isNew(before) ? "add" : "update" });
    }
    return events;
  }

  function limited(limit: RateLimit): NewTranscriptEvent[] {
    if (limit.status === "rejected" && limit.resetsAt !== undefined) {
      limitEnd = atUnixSeconds(limit.resetsAt);
    }
    return noticed(limitNotice(limit));
  }

  function ended(line: Result): NewTranscriptEvent[] {
    end.sessionId = line.session_id ?? end.sessionId;
    // An API error has the subtype "success": only the flag tells the truth, where there is one.
    const isFailed = line.is_error ?? line.subtype !== "success";
    end.terminal = isFailed ? failureIn(line, limitEnd) : { ok: true };
    const answer = line.structured_output ?? null;
    if (answer !== null) end.answer = JSON.stringify(answer);
    const refused = new Set(line.permission_denials.map(({ tool_name }) => tool_name));
    if (refused.size > 0) end.refusal ??= `It was not allowed to use ${[...refused].join(", ")}.`;
    return concluded(line);
  }

  /** A result may leave out what was reported before: all of it, or the usage of other turns. */
  function concluded(line: Result): NewTranscriptEvent[] {
    const since = answers.sum();
    answers.clear();
    const before = totalOf(since) === 0 ? UNKNOWN : { ...since, cost_usd: null };
    spent = sumOf(spent, highestOf(before, usedIn(line, spent.cost_usd)));
    if (isSame(spent, UNKNOWN)) return [];
    // A CLI that counts no tokens knows no cost.
    const isUnpriced = spent.cost_usd === 0 && totalOf(spent) > 0;
    return [{ type: "usage", ...spent, ...(isUnpriced ? { cost_usd: null } : {}) }];
  }

  return {
    read: (line: unknown) => {
      const known = Line.safeParse(line);
      return known.success ? eventsOf(known.data) : null;
    },
    end: () => end,
  };
}

const Written = z.object({
  file_path: z.string().nullish(),
  notebook_path: z.string().nullish(),
});
const WRITING_TOOLS: ReadonlySet<string> = new Set(["Write", "Edit", "MultiEdit", "NotebookEdit"]);

/** Unknown kinds of content are skipped; null if there is nothing else. */
function eachOf(
  { content }: Message,
  eventsOf: (content: Content) => NewTranscriptEvent[],
): Events | null {
  if (typeof content === "string" || content.length === 0) return [];
  let events: NewTranscriptEvent[] | null = null;
  for (const part of content) {
    const known = Content.safeParse(part);
    if (known.success) (events ??= []).push(...eventsOf(known.data));
  }
  return events;
}

const Part = z.object({ type: z.string().catch("part"), text: z.string().optional() });

/** The text of a result; a picture or the like is only named. */
function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  const parts = z.array(Part).safeParse(content).data ?? [];
  return parts.map(({ type, text }) => text ?? `[${type}]`).join("\n");
}

/** Write says so. Edit does not, but a file that it creates was empty before. */
function isNew(before: FileBefore): boolean {
  return before?.type === undefined ? before?.originalFile === "" : before.type === "create";
}

function noticed(text: string): NewTranscriptEvent[] {
  return text === "" ? [] : [{ type: "notice", text }];
}

/** "" for what is not worth one. */
function noticeOf(line: System): string {
  switch (line.subtype) {
    case "api_retry": {
      const error = [line.error_status, line.error].filter((part) => part !== null).join(" ");
      const seconds = Math.ceil(line.retry_delay_ms / 1000);
      const attempt = `${line.attempt} of ${line.max_retries}`;
      return `The request to the model failed (${error}). Trying again in ${seconds} s, ${attempt}.`;
    }
    case "status":
      return line.compact_result === "failed"
        ? `The conversation could not be shortened: ${line.compact_error}`
        : "";
    case "compact_boundary":
      return "The conversation became too long for the model. It continues with a summary.";
    case "task_notification":
      return `In the background, ${line.status}: ${line.summary}`;
    case "hook_response":
      return line.outcome === "success" ? "" : `Hook ${line.hook_name} failed: ${line.output}`;
    case "permission_denied":
      return `${line.tool_name} was not allowed: ${line.message}`;
    case "notification":
      return line.text;
    case "informational":
    case "model_fallback":
    case "model_refusal_no_fallback":
      return line.content;
    case "init":
    case "background_tasks_changed":
    case "hook_started":
    case "task_started":
    case "task_progress":
    case "task_updated":
    case "thinking_tokens":
      return "";
    default:
      return line satisfies never;
  }
}

function limitNotice(limit: RateLimit): string {
  const { status, resetsAt, rateLimitType, utilization = 1, isUsingOverage } = limit;
  const name = rateLimitType.replaceAll("_", " ");
  const end = resetsAt === undefined ? "" : ` until ${atUnixSeconds(resetsAt).toISOString()}`;
  if (isUsingOverage) return `The ${name} limit is used up${end}. Further usage is charged extra.`;
  if (status !== "allowed_warning") return "";
  return `${Math.round(utilization * 100)} % of the ${name} limit is used${end}.`;
}

/** The text of the error, and the end of the limit if an earlier line reported it. */
function failureIn(line: Result, limitEnd: Date | null): StreamEnd["terminal"] {
  const reason = reasonIn(line.result) || line.errors.map((error) => reasonIn(error)).join("\n");
  const failed = failedWith(reason, `It ended with "${line.subtype}".`);
  // A limit may have been exceeded at extra cost, and the failure be another one.
  const status = line.api_error_status;
  // Older versions do not report it.
  const isLimit = limitEnd !== null && (status === undefined || status === HTTP_TOO_MANY_REQUESTS);
  if (!isLimit) return failed;
  return { ok: false, message: `${failed.message} (limit resets at ${limitEnd.toISOString()})` };
}

const HTTP_TOO_MANY_REQUESTS = 429;

/**
 * Its usage since its last result; versions that do not report that report the last turn, and the
 * cost of all.
 */
function usedIn(line: Result, costBefore: number | null): Figures {
  const { model_usage_since_last_result: byModel, usage, total_cost_usd: total } = line;
  if (byModel) return Object.values(byModel).map(figuresOf).reduce(sumOf, NOTHING);
  const cost_usd = total === undefined ? null : total - (costBefore ?? 0);
  return { ...UNKNOWN, ...(usage && tokensIn(usage)), cost_usd };
}

/** Tokens read from and written to the cache are reported separately; ours include all of them. */
function figuresOf({ cacheReadInputTokens: cached, ...used }: ModelUsage): Figures {
  return {
    input_tokens: used.inputTokens + cached + used.cacheCreationInputTokens,
    output_tokens: used.outputTokens,
    cached_tokens: cached,
    cost_usd: used.costUSD,
  };
}

const NOTHING: Figures = { input_tokens: 0, output_tokens: 0, cached_tokens: 0, cost_usd: 0 };
