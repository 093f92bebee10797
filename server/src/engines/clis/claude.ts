import { z } from "zod";
import type { NewTranscriptEvent } from "@malamar/contract/transcript.ts";
import {
  promptFor,
  type CliAdapter,
  type LimitPattern,
  type StreamEnd,
} from "#engines/cli-adapter.ts";
import { atClockTime, atUnixSeconds } from "./limit-times.ts";

export const claude: CliAdapter = {
  type: "claude",
  binary: "claude",
  versionArguments: ["--version"],
  arguments: (run) => [
    "-p",
    promptFor(run),
    "--dangerously-skip-permissions",
    // Refused without --verbose.
    "--output-format",
    "stream-json",
    "--verbose",
    ...(run.model === null ? [] : ["--model", run.model]),
  ],
  environment: () => ({
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    // As root it skips permissions only where it believes to be contained.
    ...(process.getuid?.() === 0 ? { IS_SANDBOX: "1" } : {}),
  }),
  createReader,
  limits: limitPatterns(),
};

const Content = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({ type: z.literal("thinking"), thinking: z.string() }),
  z.object({
    type: z.literal("tool_use"),
    id: z.string(),
    name: z.string(),
    input: z.record(z.string(), z.unknown()),
  }),
  z.object({
    type: z.literal("tool_result"),
    tool_use_id: z.string(),
    content: z.union([z.string(), z.array(z.object({ text: z.string().optional() }))]).optional(),
    is_error: z.boolean().nullish(),
  }),
]);
type Content = z.infer<typeof Content>;

const Message = z.object({ content: z.array(z.unknown()) });

const Line = z.discriminatedUnion("type", [
  z.object({ type: z.literal("system"), subtype: z.literal("init"), session_id: z.string() }),
  z.object({ type: z.literal("assistant"), message: Message }),
  z.object({
    type: z.literal("user"),
    message: Message,
    tool_use_result: z.object({ type: z.string().optional() }).optional().catch(undefined),
  }),
  z.object({
    type: z.literal("rate_limit_event"),
    rate_limit_info: z.object({ status: z.string(), resetsAt: z.number().optional() }),
  }),
  // The last word counts, even if its details should change one day.
  z.object({
    type: z.literal("result"),
    is_error: z.boolean(),
    subtype: z.string().catch("unknown"),
    session_id: z.string().optional().catch(undefined),
    result: z.string().optional().catch(undefined),
    structured_output: z.unknown().optional(),
    total_cost_usd: z.number().optional().catch(undefined),
    usage: z
      .object({
        input_tokens: z.number(),
        output_tokens: z.number(),
        cache_read_input_tokens: z.number().catch(0),
        cache_creation_input_tokens: z.number().catch(0),
      })
      .optional()
      .catch(undefined),
  }),
]);
type Line = z.infer<typeof Line>;
type Result = Extract<Line, { type: "result" }>;

function createReader() {
  const end: StreamEnd = { terminal: null, sessionId: null, answer: null };
  /** Tools that write a file, until they have answered. */
  const writes = new Map<string, string>();
  let limitEnd: Date | null = null;

  function eventsOf(line: Line): readonly NewTranscriptEvent[] {
    switch (line.type) {
      case "system":
        end.sessionId = line.session_id;
        return [];
      case "assistant":
        return contentsOf(line.message).flatMap((content) => said(content));
      case "user":
        return contentsOf(line.message).flatMap((content) =>
          answered(content, line.tool_use_result?.type === "create" ? "add" : "update"),
        );
      case "rate_limit_event": {
        const { status, resetsAt } = line.rate_limit_info;
        // Also told while all is well ("allowed", "allowed_warning").
        if (status === "rejected" && resetsAt !== undefined) limitEnd = atUnixSeconds(resetsAt);
        return [];
      }
      case "result":
        return ended(line);
      default:
        return line satisfies never;
    }
  }

  function said(content: Content): NewTranscriptEvent[] {
    if (content.type === "text") return [{ type: "text", text: content.text }];
    if (content.type === "thinking") return [{ type: "thinking", text: content.thinking }];
    if (content.type === "tool_result") return [];
    const { id, name, input } = content;
    const path = input["file_path"];
    if (WRITING_TOOLS.has(name) && typeof path === "string") writes.set(id, path);
    return [{ type: "tool_call", id, name, input }];
  }

  function answered(content: Content, kind: "add" | "update"): NewTranscriptEvent[] {
    if (content.type !== "tool_result") return [];
    const { tool_use_id: id, is_error } = content;
    const output = textOf(content.content);
    const events: NewTranscriptEvent[] = [
      { type: "tool_result", id, output, is_error: is_error ?? false },
    ];
    const path = writes.get(id);
    writes.delete(id);
    if (path !== undefined && !is_error) events.push({ type: "file_change", path, kind });
    return events;
  }

  function ended(line: Result): NewTranscriptEvent[] {
    end.sessionId = line.session_id ?? end.sessionId;
    // An API error has the subtype "success": only this flag tells the truth.
    end.terminal = line.is_error ? { ok: false, message: messageOf(line, limitEnd) } : { ok: true };
    if (line.structured_output !== undefined) end.answer = JSON.stringify(line.structured_output);
    const isReported = line.usage !== undefined || line.total_cost_usd !== undefined;
    return isReported ? [usageOf(line)] : [];
  }

  return {
    read: (line: unknown) => {
      const known = Line.safeParse(line);
      return known.success ? eventsOf(known.data) : null;
    },
    end: () => end,
  };
}

const WRITING_TOOLS: ReadonlySet<string> = new Set(["Write", "Edit", "MultiEdit"]);

/** Kinds of content that are new to us are passed over. */
function contentsOf(message: z.infer<typeof Message>): Content[] {
  return message.content.flatMap((content) => Content.safeParse(content).data ?? []);
}

function textOf(content: string | { text?: string | undefined }[] = ""): string {
  if (typeof content === "string") return content;
  return content.map((part) => part.text ?? "").join("\n");
}

/** The text of the error, and the end of the limit where an earlier line told it. */
function messageOf({ result, subtype }: Result, limitEnd: Date | null): string {
  const message = result ?? subtype;
  return limitEnd === null ? message : `${message} (limit resets at ${limitEnd.toISOString()})`;
}

/** Tokens read from and written to the cache are not among the input tokens; ours are all of them. */
function usageOf({ usage, total_cost_usd }: Result): NewTranscriptEvent {
  return {
    type: "usage",
    input_tokens: usage
      ? usage.input_tokens + usage.cache_read_input_tokens + usage.cache_creation_input_tokens
      : null,
    output_tokens: usage?.output_tokens ?? null,
    cached_tokens: usage?.cache_read_input_tokens ?? null,
    cost_usd: total_cost_usd ?? null,
  };
}

function limitPatterns(): LimitPattern[] {
  return [
    {
      pattern: /\(limit resets at (\S+)\)/,
      resetsAt: ([, time = ""]) => new Date(time),
      samples: ["API Error: 429 (limit resets at 2026-07-31T02:00:00.000Z)"],
    },
    {
      pattern: /usage limit reached\|(\d+)/i,
      resetsAt: ([, seconds]) => atUnixSeconds(Number(seconds)),
      samples: ["Claude AI usage limit reached|1762952400"],
    },
    {
      pattern: /limit(?: reached)? [·∙] resets ([^(\n]+?)(?: \(([^)]+)\)|$)/im,
      resetsAt: ([, time = "", zone], now) => atClockTime(time, zone, now),
      samples: [
        "You've hit your limit · resets 1:30am (Asia/Dhaka)",
        "5-hour limit reached ∙ resets 2am",
        "You've hit your weekly limit · resets Jul 31, 2am (UTC)",
        "You've hit your weekly limit · resets Jul 27 at 4:30am (Asia/Calcutta)",
        "You've hit your weekly limit · resets Sep 15 at 7pm",
      ],
    },
    {
      pattern: /would exceed your account's rate limit/i,
      resetsAt: () => null,
      samples: ["This request would exceed your account's rate limit"],
    },
  ];
}
