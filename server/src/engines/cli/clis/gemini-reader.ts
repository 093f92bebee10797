import { z } from "zod";
import type { NewTranscriptEvent } from "@malamar/contract/transcript.ts";
import { type StreamEnd } from "#engines/cli/cli-adapter.ts";
import { failedWith, reasonIn } from "./last-word.ts";

const Line = z.discriminatedUnion("type", [
  z.object({ type: z.literal("init"), session_id: z.string() }),
  z.object({
    type: z.literal("message"),
    role: z.enum(["user", "assistant"]),
    content: z.string(),
  }),
  z.object({
    type: z.literal("tool_use"),
    tool_name: z.string(),
    tool_id: z.string(),
    parameters: z.record(z.string(), z.unknown()).default({}),
  }),
  z.object({
    type: z.literal("tool_result"),
    tool_id: z.string(),
    status: z.string(),
    output: z.string().default(""),
    error: z.object({ type: z.string().optional(), message: z.string() }).optional(),
  }),
  // A warning, or something that the final event leaves out.
  z.object({ type: z.literal("error"), message: z.unknown().optional() }),
  // The final event counts, even if its details should change one day.
  z.object({
    type: z.literal("result"),
    status: z.string().catch("unknown"),
    error: z.unknown().optional(),
    stats: z
      .object({
        input_tokens: z.number(),
        output_tokens: z.number(),
        total_tokens: z.number().catch(0),
        cached: z.number().nullish(),
      })
      .optional()
      .catch(undefined),
  }),
]);
type Line = z.infer<typeof Line>;
type LineOf<Type extends Line["type"]> = Extract<Line, { type: Type }>;

interface Call {
  name: string;
  path: string | null;
}

export function createReader() {
  const end: StreamEnd = { terminal: null, sessionId: null, answer: null };
  /** Tools that have not answered yet. */
  const calls = new Map<string, Call>();
  /** Files that a tool has read or written. */
  const known = new Set<string>();
  /** Its complaint, if nothing came after that: then its final event does not count. */
  let complaint: string | null = null;
  let isAnswerDue = false;

  function eventsOf(line: Line): readonly NewTranscriptEvent[] {
    switch (line.type) {
      case "init":
        end.sessionId = line.session_id;
        return [];
      case "message":
        return spoken(line);
      case "tool_use":
        return called(line);
      case "tool_result":
        return answered(line);
      case "error":
        complaint = reasonIn(line.message) || "It reported an error without a reason.";
        return [{ type: "notice", text: complaint }];
      case "result":
        return ended(line);
      default:
        return line satisfies never;
    }
  }

  function spoken({ role, content }: LineOf<"message">): NewTranscriptEvent[] {
    // Our prompt comes back as the user's message.
    if (role === "user" || content === "") return [];
    goesOn();
    return [{ type: "text", text: content }];
  }

  function called(line: LineOf<"tool_use">): NewTranscriptEvent[] {
    goesOn();
    const { tool_id: id, tool_name: name, parameters: input } = line;
    const path = input["file_path"];
    calls.set(id, { name, path: typeof path === "string" ? path : null });
    return [{ type: "tool_call", id, name, input }];
  }

  function goesOn(): void {
    complaint = null;
    isAnswerDue = false;
  }

  function answered(line: LineOf<"tool_result">): NewTranscriptEvent[] {
    const { tool_id: id, status, output, error } = line;
    isAnswerDue = true;
    const text = error?.message ?? output;
    if (error?.type === "stop_execution") complaint = text;
    if (error?.type === "policy_violation" || UNCONFIRMED.test(text)) end.refusal = text;
    const is_error = status !== "success" || BLOCKED.test(text);
    const call = calls.get(id);
    calls.delete(id);
    return [
      { type: "tool_result", id, output: text, is_error },
      ...(call && !is_error ? changedBy(call, output) : []),
    ];
  }

  function changedBy({ name, path }: Call, output: string): NewTranscriptEvent[] {
    if (path === null) return [];
    const wasKnown = known.has(path);
    known.add(path);
    if (!WRITING_TOOLS.has(name)) return [];
    return [{ type: "file_change", path, kind: kindOf(name, output, wasKnown) }];
  }

  function ended({ status, error, stats }: LineOf<"result">): NewTranscriptEvent[] {
    const reason = reasonIn(error) || (complaint ?? "");
    const isOk = status === "success" && complaint === null;
    end.terminal = isOk
      ? { ok: true }
      : failedWith(readable(reason), `It ended with the status "${status}".`);
    return [
      ...(isOk && isAnswerDue ? [NO_ANSWER] : []),
      ...(stats === undefined ? [] : [usageOf(stats)]),
    ];
  }

  return {
    read: (line: unknown) => {
      const understood = Line.safeParse(line);
      return understood.success ? eventsOf(understood.data) : null;
    },
    end: () => end,
  };
}

const WRITING_TOOLS: ReadonlySet<string> = new Set(["write_file", "replace"]);

/** It calls this a success, whatever the approval mode. */
const BLOCKED = /^Blocked: command substitution detected/;

const UNCONFIRMED = /requires user confirmation, which is not supported in non-interactive mode/;

/** It does not mention a conversation that has become too long, and calls that a success. */
const NO_ANSWER: NewTranscriptEvent = {
  type: "notice",
  text: "Gemini CLI ended right after a tool call, without a word from the model. The conversation may have become too long for it.",
};

/**
 * It hardly ever reports a new file: one that was neither read nor written before counts as new.
 */
function kindOf(name: string, output: string, wasKnown: boolean): "add" | "update" {
  if (/^Created |^@@ -0,0 /m.test(output)) return "add";
  return wasKnown || name === "replace" || output.includes("\n@@ ") ? "update" : "add";
}

const ApiError = z.object({ error: z.object({ message: z.string(), status: z.string() }) });

/** An API answer that it passes on unchanged. */
function readable(message: string): string {
  const [, body = ""] = /^\[API Error: (\{.*\})\]$/s.exec(message) ?? [];
  try {
    const { error } = ApiError.parse(JSON.parse(body));
    return `[API Error: ${error.message} (${error.status})]`;
  } catch {
    return message;
  }
}

/** It reports tokens, never a cost. Thinking is output, but only part of the total. */
function usageOf(stats: NonNullable<LineOf<"result">["stats"]>): NewTranscriptEvent {
  const { input_tokens, output_tokens, total_tokens, cached } = stats;
  return {
    type: "usage",
    input_tokens,
    output_tokens: Math.max(output_tokens, total_tokens - input_tokens),
    cached_tokens: cached ?? null,
    cost_usd: null,
  };
}
