import { z } from "zod";
import type { NewTranscriptEvent } from "@malamar/contract/transcript.ts";
import { type StreamEnd } from "#engines/cli/cli-adapter.ts";
import { failedWith, reasonIn } from "./last-word.ts";

const Content = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({ type: z.literal("thinking"), thinking: z.string() }),
  z.object({
    type: z.literal("tool_use"),
    id: z.string(),
    name: z.string(),
    input: z.record(z.string(), z.unknown()).default({}),
  }),
  z.object({
    type: z.literal("tool_result"),
    tool_use_id: z.string(),
    content: z.string().default(""),
    is_error: z.boolean().default(false),
  }),
]);
type Content = z.infer<typeof Content>;
type ToolUse = Extract<Content, { type: "tool_use" }>;
type ToolResult = Extract<Content, { type: "tool_result" }>;

/** Its input includes tokens from the cache. */
const Usage = z
  .object({
    input_tokens: z.number(),
    output_tokens: z.number(),
    cache_read_input_tokens: z.number().default(0),
  })
  .optional()
  .catch(undefined);

const fromSystem = { type: z.literal("system") };

const Line = z.discriminatedUnion("type", [
  z.discriminatedUnion("subtype", [
    z.object({
      ...fromSystem,
      subtype: z.literal("init"),
      session_id: z.string(),
      permission_mode: z.string().default("yolo"),
    }),
    /** What other lines, or stderr, report in words. */
    z.object({ ...fromSystem, subtype: z.enum(["retry", "task_started", "task_notification"]) }),
  ]),
  /** Parts of what the other lines have complete, and signs of life. */
  z.object({ type: z.literal("stream_event") }),
  z.object({
    type: z.literal("assistant"),
    message: z.object({ content: z.array(z.unknown()), usage: Usage }),
  }),
  z.object({
    type: z.literal("user"),
    message: z.object({ content: z.array(z.unknown()) }),
    /** The tool call that started the subagent addressed here. */
    parent_tool_use_id: z.string().nullish(),
  }),
  // The final event counts, even if its details should change one day.
  z.object({
    type: z.literal("result"),
    is_error: z.boolean().optional().catch(undefined),
    subtype: z.string().catch("unknown"),
    error: z.unknown().optional(),
    usage: Usage,
    permission_denials: z.array(z.object({ tool_name: z.string() })).catch([]),
  }),
]);
type Line = z.infer<typeof Line>;
type Init = Extract<Line, { subtype: "init" }>;
type Spoken = Extract<Line, { type: "assistant" }>;
type Heard = Extract<Line, { type: "user" }>;
type Result = Extract<Line, { type: "result" }>;
type Used = NonNullable<z.infer<typeof Usage>>;
type Events = readonly NewTranscriptEvent[];

export function createReader() {
  const end: StreamEnd = { terminal: null, sessionId: null, answer: null };
  /** Files that tools write, until they have answered. */
  const writes = new Map<string, string>();
  const used: Used = { input_tokens: 0, output_tokens: 0, cache_read_input_tokens: 0 };

  function eventsOf(line: Line): Events | null {
    switch (line.type) {
      case "system":
        return line.subtype === "init" ? begun(line) : [];
      case "stream_event":
        return [];
      case "assistant":
        return spoken(line);
      case "user":
        return eachOf(line.message.content, (content) => heard(content, line));
      case "result":
        return ended(line);
      default:
        return line satisfies never;
    }
  }

  function begun({ session_id, permission_mode: mode }: Init): Events {
    end.sessionId = session_id;
    if (mode !== "yolo") end.refusal = `It runs in the mode "${mode}", which leaves out tools.`;
    return [];
  }

  function spoken({ message }: Spoken): Events | null {
    const events = eachOf(message.content, (content) => {
      if (content.type === "tool_use") return called(content);
      if (content.type === "thinking") return [{ type: "thinking", text: content.thinking }];
      // For a failed request the final event says the same.
      if (content.type !== "text" || API_ERROR.test(content.text)) return [];
      return [{ type: "text", text: content.text }];
    });
    return events && [...events, ...add(message.usage)];
  }

  function heard(content: Content, { parent_tool_use_id }: Heard): NewTranscriptEvent[] {
    if (content.type === "tool_result") return answered(content);
    const isForSubagent = typeof parent_tool_use_id === "string";
    // What the model learns about background work.
    return content.type === "text" && !isForSubagent
      ? [{ type: "notice", text: content.text }]
      : [];
  }

  function called({ id, name, input }: ToolUse): NewTranscriptEvent[] {
    const path = WRITING_TOOLS.has(name) ? (input["file_path"] ?? input["notebook_path"]) : null;
    if (typeof path === "string") writes.set(id, path);
    return [{ type: "tool_call", id, name, input }];
  }

  function answered({ tool_use_id: id, content, is_error }: ToolResult): NewTranscriptEvent[] {
    const events: NewTranscriptEvent[] = [{ type: "tool_result", id, output: content, is_error }];
    const path = writes.get(id);
    writes.delete(id);
    if (path === undefined || is_error) return events;
    return [
      ...events,
      { type: "file_change", path, kind: NEW_FILE.test(content) ? "add" : "update" },
    ];
  }

  /** Of a message in several lines only the last reports its usage. */
  function add(more: Used | undefined): NewTranscriptEvent[] {
    if (!more?.input_tokens) return [];
    used.input_tokens += more.input_tokens;
    used.output_tokens += more.output_tokens;
    used.cache_read_input_tokens += more.cache_read_input_tokens;
    return [usageOf(used)];
  }

  function ended({ is_error, subtype, error, usage, permission_denials }: Result): Events {
    // A subagent that fails says so in the same words, before the last ones.
    const isFailed = is_error ?? subtype !== "success";
    end.terminal = isFailed
      ? failedWith(reasonIn(error), `It ended with "${subtype}".`)
      : { ok: true };
    const refused = new Set(permission_denials.map(({ tool_name }) => tool_name));
    if (refused.size > 0) end.refusal ??= `It was not allowed to use ${[...refused].join(", ")}.`;
    // The usage of subagents is only here.
    return usage?.input_tokens ? [usageOf(usage)] : [];
  }

  return {
    read: (line: unknown) => {
      const known = Line.safeParse(line);
      return known.success ? eventsOf(known.data) : null;
    },
    end: () => end,
  };
}

const WRITING_TOOLS: ReadonlySet<string> = new Set(["write_file", "edit", "notebook_edit"]);
const NEW_FILE = /^(?:Successfully created|Created new file)/;
const API_ERROR = /^(?:\[API Error: |Quota exhausted: )/;

/** Unknown kinds of content are skipped; null if there is nothing else. */
function eachOf(
  contents: readonly unknown[],
  eventsOf: (content: Content) => NewTranscriptEvent[],
): NewTranscriptEvent[] | null {
  if (contents.length === 0) return [];
  const known = contents.flatMap((content) => Content.safeParse(content).data ?? []);
  return known.length === 0 ? null : known.flatMap((content) => eventsOf(content));
}

/** It reports tokens, never a cost. */
function usageOf({
  input_tokens,
  output_tokens,
  cache_read_input_tokens,
}: Used): NewTranscriptEvent {
  return {
    type: "usage",
    input_tokens,
    output_tokens,
    cached_tokens: cache_read_input_tokens,
    cost_usd: null,
  };
}
