import { z } from "zod";
import type { NewTranscriptEvent } from "@malamar/contract/transcript.ts";
import { type StreamEnd } from "#engines/cli/cli-adapter.ts";
import { failedWith, reasonIn } from "./last-word.ts";

const Item = z.discriminatedUnion("type", [
  z.object({ type: z.literal("agent_message"), text: z.string() }),
  z.object({ type: z.literal("reasoning"), text: z.string() }),
  z.object({
    type: z.literal("command_execution"),
    id: z.string(),
    command: z.string(),
    aggregated_output: z.string().default(""),
    exit_code: z.number().int().nullish(),
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
  /** A request to its own subagents. */
  z.object({
    type: z.literal("collab_tool_call"),
    id: z.string(),
    tool: z.string(),
    prompt: z.string().nullish(),
    agents_states: z.record(
      z.string(),
      z.object({ status: z.string(), message: z.string().nullish() }),
    ),
    status: z.string(),
  }),
  z.object({ type: z.literal("web_search"), id: z.string(), action: z.unknown() }),
  z.object({
    type: z.literal("file_change"),
    changes: z.array(z.object({ path: z.string(), kind: z.enum(["add", "update", "delete"]) })),
    status: z.string(),
  }),
  z.object({
    type: z.literal("todo_list"),
    items: z.array(z.object({ text: z.string(), completed: z.boolean() })),
  }),
  /** Not one that it stops at. */
  z.object({ type: z.literal("error"), message: z.string() }),
]);
type Item = z.infer<typeof Item>;
type ToolItem = Extract<
  Item,
  { type: "command_execution" | "mcp_tool_call" | "collab_tool_call" | "web_search" }
>;

const Line = z.discriminatedUnion("type", [
  z.object({ type: z.literal("thread.started"), thread_id: z.string() }),
  z.object({ type: z.literal("turn.started") }),
  z.object({ type: z.enum(["item.started", "item.updated", "item.completed"]), item: Item }),
  // The final event counts, even if its details should change one day.
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
  z.object({ type: z.literal("turn.failed"), error: z.unknown().optional() }),
  /** Either it retries, or the turn fails with the same words. */
  z.object({ type: z.literal("error"), message: z.unknown().optional() }),
]);
type Line = z.infer<typeof Line>;

export function createReader() {
  const end: StreamEnd = { terminal: null, sessionId: null, answer: null };
  /** Tools whose start was reported; the others are reported with their result. */
  const started = new Set<string>();
  /** Some are given twice. */
  const warnings = new Set<string>();

  function eventsOf(line: Line): readonly NewTranscriptEvent[] {
    switch (line.type) {
      case "thread.started":
        end.sessionId = line.thread_id;
        return [];
      case "turn.started":
        return [];
      case "item.started":
        return begun(line.item);
      case "item.updated":
        return line.item.type === "todo_list" ? begun(line.item) : [];
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
        return failed(reasonIn(line.error));
      case "error": {
        const message = reasonIn(line.message);
        return message.startsWith("Reconnecting") ? noticed(message) : failed(message);
      }
      default:
        return line satisfies never;
    }
  }

  function failed(reason: string): NewTranscriptEvent[] {
    const isNews = reason !== "" || end.terminal?.ok !== false;
    if (isNews) end.terminal = failedWith(readable(reason), "The turn failed, without a reason.");
    return [];
  }

  function begun(item: Item): NewTranscriptEvent[] {
    if (item.type === "todo_list") return [{ type: "thinking", text: listOf(item.items) }];
    // The search terms are known only afterwards.
    if (!isTool(item) || item.type === "web_search") return [];
    started.add(item.id);
    return [callOf(item)];
  }

  function completed(item: Item): NewTranscriptEvent[] {
    if (isTool(item)) {
      const call = started.delete(item.id) ? [] : [callOf(item)];
      return [...call, resultOf(item)];
    }
    switch (item.type) {
      case "agent_message":
        // Free text is not an answer, whatever schema was requested.
        end.answer = isObject(item.text) ? item.text : null;
        return item.text === "" ? [] : [{ type: "text", text: item.text }];
      case "reasoning":
        return [{ type: "thinking", text: item.text }];
      case "file_change":
        return item.status === "completed"
          ? item.changes.map(({ path, kind }) => ({ type: "file_change", path, kind }))
          : noticed(`Could not change ${item.changes.map(({ path }) => path).join(", ")}`);
      case "todo_list":
        return [];
      case "error":
        return warned(item.message);
      default:
        return item satisfies never;
    }
  }

  function warned(message: string): NewTranscriptEvent[] {
    if (warnings.has(message)) return [];
    warnings.add(message);
    if (message.includes("disallowed by requirements")) end.refusal = message;
    return noticed(message);
  }

  return {
    read: (line: unknown) => {
      const known = Line.safeParse(line);
      return known.success ? eventsOf(known.data) : null;
    },
    end: () => end,
  };
}

function noticed(text: string): NewTranscriptEvent[] {
  return [{ type: "notice", text }];
}

const ApiError = z.union([
  z.object({ error: z.object({ message: z.string() }) }).transform(({ error }) => error.message),
  z.object({ detail: z.string() }).transform(({ detail }) => detail),
]);

/** An API answer that it passes on unchanged. */
function readable(message: string): string {
  const [, status = "", body = ""] =
    /^(unexpected status [^{]*)?(\{.*\})(?:, url: \S+)?$/s.exec(message) ?? [];
  try {
    return status + ApiError.parse(JSON.parse(body));
  } catch {
    return message;
  }
}

function listOf(items: readonly { text: string; completed: boolean }[]): string {
  return items.map(({ text, completed }) => `[${completed ? "x" : " "}] ${text}`).join("\n");
}

function isObject(text: string): boolean {
  try {
    return z.record(z.string(), z.unknown()).safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}

function isTool(item: Item): item is ToolItem {
  return TOOLS.has(item.type);
}

const TOOLS: ReadonlySet<Item["type"]> = new Set<ToolItem["type"]>([
  "command_execution",
  "mcp_tool_call",
  "collab_tool_call",
  "web_search",
]);

function callOf(item: ToolItem): NewTranscriptEvent {
  const call = (name: string, input: unknown) =>
    ({ type: "tool_call", id: item.id, name, input }) as const;
  switch (item.type) {
    case "command_execution":
      return call("shell", { command: item.command });
    case "mcp_tool_call":
      return call(`${item.server}.${item.tool}`, item.arguments);
    case "collab_tool_call":
      return call(item.tool, item.prompt === null ? {} : { prompt: item.prompt });
    case "web_search":
      return call("web_search", item.action);
    default:
      return item satisfies never;
  }
}

function resultOf(item: ToolItem): NewTranscriptEvent {
  const is_error = "status" in item && item.status !== "completed";
  const exit_code = "exit_code" in item ? item.exit_code : null;
  return {
    type: "tool_result",
    id: item.id,
    output: outputOf(item),
    is_error,
    ...(typeof exit_code === "number" && { exit_code }),
  };
}

function outputOf(item: ToolItem): string {
  switch (item.type) {
    case "command_execution":
      return item.aggregated_output;
    case "mcp_tool_call":
      return item.error?.message ?? textOf(item.result);
    case "collab_tool_call":
      return Object.values(item.agents_states)
        .map(({ status, message }) => [status, message ?? ""].join(" ").trim())
        .join("\n");
    case "web_search":
      return "";
    default:
      return item satisfies never;
  }
}

const McpResult = z.object({
  content: z.array(z.object({ type: z.string(), text: z.string().optional() })),
});

/** The text of a result; a picture or the like is only named. */
function textOf(result: unknown): string {
  const { data } = McpResult.safeParse(result);
  if (!data) return JSON.stringify(result ?? null);
  return data.content.map(({ type, text }) => text ?? `[${type}]`).join("\n");
}
