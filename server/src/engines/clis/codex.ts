import { z } from "zod";
import type { NewTranscriptEvent } from "@malamar/contract/transcript.ts";
import {
  promptFor,
  type CliAdapter,
  type LimitPattern,
  type StreamEnd,
} from "#engines/cli-adapter.ts";
import { afterWords, atClockTime } from "./limit-times.ts";

export const codex: CliAdapter = {
  type: "codex",
  binary: "codex",
  versionArguments: ["--version"],
  arguments: (run) => [
    "exec",
    "--json",
    "--dangerously-bypass-approvals-and-sandbox",
    "--skip-git-repo-check",
    "-c",
    "analytics.enabled=false",
    "-c",
    "check_for_update_on_startup=false",
    ...(run.model === null ? [] : ["-m", run.model]),
    promptFor(run),
  ],
  createReader,
  limits: limitPatterns(),
};

const Item = z.discriminatedUnion("type", [
  z.object({ type: z.literal("agent_message"), text: z.string() }),
  z.object({ type: z.literal("reasoning"), text: z.string() }),
  z.object({
    type: z.literal("command_execution"),
    id: z.string(),
    command: z.string(),
    aggregated_output: z.string().default(""),
    exit_code: z.number().nullish(),
    status: z.string(),
  }),
  z.object({
    type: z.literal("mcp_tool_call"),
    id: z.string(),
    server: z.string(),
    tool: z.string(),
    arguments: z.unknown().optional(),
    result: z.unknown().optional(),
    error: z.object({ message: z.string() }).nullish(),
    status: z.string(),
  }),
  z.object({
    type: z.literal("file_change"),
    changes: z.array(z.object({ path: z.string(), kind: z.enum(["add", "update", "delete"]) })),
    status: z.string(),
  }),
]);
type Item = z.infer<typeof Item>;

const Line = z.discriminatedUnion("type", [
  z.object({ type: z.literal("thread.started"), thread_id: z.string() }),
  z.object({ type: z.literal("turn.started") }),
  z.object({ type: z.literal("item.started"), item: Item }),
  /** A part of what the completed item holds as a whole. */
  z.object({ type: z.literal("item.updated") }),
  z.object({ type: z.literal("item.completed"), item: Item }),
  // The last word counts, even if its details should change one day.
  z.object({
    type: z.literal("turn.completed"),
    usage: z
      .object({
        input_tokens: z.number(),
        cached_input_tokens: z.number().nullish(),
        output_tokens: z.number(),
      })
      .optional()
      .catch(undefined),
  }),
  z.object({ type: z.literal("turn.failed"), error: z.object({ message: z.string() }) }),
]);
type Line = z.infer<typeof Line>;

function createReader() {
  const end: StreamEnd = { terminal: null, sessionId: null, answer: null };
  /** Tools whose start was told; the others are told with their result. */
  const started = new Set<string>();

  function eventsOf(line: Line): readonly NewTranscriptEvent[] {
    switch (line.type) {
      case "thread.started":
        end.sessionId = line.thread_id;
        return [];
      case "turn.started":
      case "item.updated":
        return [];
      case "item.started":
        return begun(line.item);
      case "item.completed":
        return completed(line.item);
      case "turn.completed": {
        end.terminal = { ok: true };
        if (!line.usage) return [];
        const { input_tokens, cached_input_tokens: cached, output_tokens } = line.usage;
        const tokens = { input_tokens, output_tokens, cached_tokens: cached ?? null };
        return [{ type: "usage", ...tokens, cost_usd: null }];
      }
      case "turn.failed":
        end.terminal = { ok: false, message: line.error.message };
        return [];
      default:
        return line satisfies never;
    }
  }

  function begun(item: Item): NewTranscriptEvent[] {
    const call = callOf(item);
    if (!call) return [];
    started.add(call.id);
    return [call];
  }

  function completed(item: Item): NewTranscriptEvent[] {
    switch (item.type) {
      case "agent_message":
        return [{ type: "text", text: item.text }];
      case "reasoning":
        return [{ type: "thinking", text: item.text }];
      case "file_change":
        if (item.status !== "completed") return [];
        return item.changes.map(({ path, kind }) => ({ type: "file_change", path, kind }));
      case "command_execution":
      case "mcp_tool_call": {
        const call = started.delete(item.id) ? [] : begun(item);
        return [...call, resultOf(item)];
      }
      default:
        return item satisfies never;
    }
  }

  return {
    read: (line: unknown) => {
      const known = Line.safeParse(line);
      return known.success ? eventsOf(known.data) : null;
    },
    end: () => end,
  };
}

type ToolItem = Extract<Item, { type: "command_execution" | "mcp_tool_call" }>;

function callOf(item: Item): Extract<NewTranscriptEvent, { type: "tool_call" }> | null {
  if (item.type === "command_execution") {
    return { type: "tool_call", id: item.id, name: "shell", input: { command: item.command } };
  }
  if (item.type !== "mcp_tool_call") return null;
  const name = `${item.server}.${item.tool}`;
  return { type: "tool_call", id: item.id, name, input: item.arguments };
}

function resultOf(item: ToolItem): NewTranscriptEvent {
  const failed = item.status !== "completed";
  if (item.type === "command_execution") {
    const is_error = failed || (item.exit_code ?? 0) !== 0;
    return { type: "tool_result", id: item.id, output: item.aggregated_output, is_error };
  }
  const output = item.error?.message ?? JSON.stringify(item.result ?? null);
  return { type: "tool_result", id: item.id, output, is_error: failed || Boolean(item.error) };
}

function limitPatterns(): LimitPattern[] {
  return [
    {
      pattern: /hit your usage limit.*try again in ((?:\d+ (?:day|hour|minute|second)s?\s*)+)/is,
      resetsAt: ([, words = ""], now) => afterWords(words, now),
      samples: [
        "You've hit your usage limit. Upgrade to Pro (https://openai.com/chatgpt/pricing) or try again in 5 days 22 hours 11 minutes.",
        "You've hit your usage limit. Try again in 4 days 20 hours 9 minutes.",
      ],
    },
    {
      pattern: /hit your usage limit.*try again at (.+?m)\.?$/ims,
      resetsAt: ([, time = ""], now) => atClockTime(time, undefined, now),
      samples: [
        "You've hit your usage limit. … try again at 7:58 PM.",
        "You've hit your usage limit. Upgrade to Plus to continue using Codex (https://chatgpt.com/explore/plus), or try again at Jul 5th, 2026 8:19 PM.",
      ],
    },
    {
      pattern: /hit your usage limit/i,
      resetsAt: () => null,
      samples: [
        "You've hit your usage limit. Upgrade to Pro (https://openai.com/chatgpt/pricing), or wait for limits to reset (every 5h and every week.).",
      ],
    },
  ];
}
