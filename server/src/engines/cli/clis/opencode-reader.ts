import { z } from "zod";
import type { NewTranscriptEvent } from "@malamar/contract/transcript.ts";
import { type StreamEnd } from "#engines/cli/cli-adapter.ts";
import { reasonIn } from "./last-word.ts";

/** What tools report besides their output, each in its own way. */
const Metadata = z
  .object({
    exit: z.number().nullish(),
    exists: z.boolean().optional(),
    filepath: z.string().optional(),
    filediff: z.object({ patch: z.string() }).optional(),
    files: z
      .array(z.object({ filePath: z.string(), type: z.string(), movePath: z.string().optional() }))
      .optional(),
  })
  .catch({});
type Metadata = z.infer<typeof Metadata>;

const input = z.record(z.string(), z.unknown()).catch({});

const ToolState = z.discriminatedUnion("status", [
  z.object({
    status: z.literal("completed"),
    input,
    output: z.string(),
    metadata: Metadata.default({}),
  }),
  z.object({ status: z.literal("error"), input, error: z.string() }),
]);

const amount = z.number().catch(0);

const Tokens = z
  .object({
    input: amount,
    output: amount,
    reasoning: amount,
    cache: z.object({ read: amount, write: amount }).catch({ read: 0, write: 0 }),
  })
  .catch({ input: 0, output: 0, reasoning: 0, cache: { read: 0, write: 0 } });

const sessionID = z.string().optional().catch(undefined);

const Line = z.discriminatedUnion("type", [
  z.object({ type: z.literal("step_start"), sessionID }),
  z.object({
    type: z.literal("text"),
    sessionID,
    part: z.object({
      text: z.string(),
      /** Said by OpenCode to the model. */
      synthetic: z.boolean().optional(),
      metadata: z.object({ compaction_continue: z.boolean().optional() }).optional(),
    }),
  }),
  z.object({ type: z.literal("reasoning"), sessionID, part: z.object({ text: z.string() }) }),
  z.object({
    type: z.literal("tool_use"),
    sessionID,
    part: z.object({ tool: z.string(), callID: z.string(), state: ToolState }),
  }),
  // The final event counts, even if its details should change one day.
  z.object({
    type: z.literal("step_finish"),
    sessionID,
    part: z.object({ reason: z.string().catch("unknown"), cost: amount, tokens: Tokens }),
  }),
  z.object({ type: z.literal("error"), sessionID, error: z.unknown().optional() }),
]);
type Line = z.infer<typeof Line>;
type PartOf<Type extends "text" | "tool_use" | "step_finish"> = Extract<
  Line,
  { type: Type }
>["part"];

export function createReader() {
  const end: StreamEnd = { terminal: null, sessionId: null, answer: null };
  const errors = new Set<string>();
  const used = { input_tokens: 0, output_tokens: 0, cached_tokens: 0 };
  let cost = 0;

  function eventsOf(line: Line): readonly NewTranscriptEvent[] {
    end.sessionId = line.sessionID ?? end.sessionId;
    switch (line.type) {
      case "step_start":
        concluded(null);
        return [];
      case "text":
        return spoken(line.part);
      case "reasoning":
        return line.part.text.trim() === "" ? [] : [{ type: "thinking", text: line.part.text }];
      case "tool_use":
        return tooled(line.part);
      case "step_finish":
        return finished(line.part);
      case "error":
        errors.add(messageOf(line.error));
        concluded(null);
        return [];
      default:
        return line satisfies never;
    }
  }

  /** An error stays an error, whatever comes after it. */
  function concluded(lastWord: StreamEnd["terminal"]): void {
    const said = [...errors];
    const isVague = said.every((message) => VAGUE.test(message));
    const failed = {
      ok: false,
      message: said.join("\n"),
      ...(isVague ? { isVague } : {}),
    } as const;
    end.terminal = said.length > 0 ? failed : lastWord;
  }

  function tooled(part: PartOf<"tool_use">): NewTranscriptEvent[] {
    const { state } = part;
    if (state.status === "error" && REFUSED.test(state.error)) {
      end.refusal = `${part.tool}: ${firstSentence(state.error)}`;
    }
    return toolEvents(part);
  }

  function finished({ reason, tokens, cost: stepCost }: PartOf<"step_finish">) {
    concluded(lastWordOf(reason));
    // Each step reports its own part, and its input excludes the cache.
    used.input_tokens += tokens.input + tokens.cache.read + tokens.cache.write;
    used.output_tokens += tokens.output + tokens.reasoning;
    used.cached_tokens += tokens.cache.read;
    cost += stepCost;
    // Some providers report nothing.
    if (used.input_tokens + used.output_tokens === 0) return [];
    // It gives a model without a price the cost 0, just like a free one.
    return [{ type: "usage" as const, ...used, cost_usd: cost === 0 ? null : cost }];
  }

  return {
    read: (line: unknown) => {
      const known = Line.safeParse(line);
      return known.success ? eventsOf(known.data) : null;
    },
    end: () => end,
  };
}

function spoken({ text, synthetic, metadata }: PartOf<"text">): NewTranscriptEvent[] {
  if (metadata?.compaction_continue) return [COMPACTED];
  return synthetic || text === "" ? [] : [{ type: "text", text }];
}

const COMPACTED: NewTranscriptEvent = {
  type: "notice",
  text: "The conversation had become too long for the model. OpenCode continues with a summary of it.",
};

function lastWordOf(reason: string): StreamEnd["terminal"] {
  if (reason === "stop") return { ok: true };
  // Another step should have followed.
  if (reason === "tool-calls") return null;
  return { ok: false, message: `The model stopped with the reason "${reason}".` };
}

function toolEvents({ tool, callID: id, state }: PartOf<"tool_use">): NewTranscriptEvent[] {
  const call: NewTranscriptEvent = { type: "tool_call", id, name: tool, input: state.input };
  if (state.status === "error") {
    return [call, { type: "tool_result", id, output: state.error, is_error: true }];
  }
  const { output, metadata } = state;
  // Without a code a command timed out; and a tool that does not exist is called "invalid".
  const is_error = (metadata.exit !== undefined && metadata.exit !== 0) || tool === "invalid";
  return [
    call,
    { type: "tool_result", id, output, is_error, ...exitOf(metadata) },
    ...changesBy(tool, state.input, metadata),
  ];
}

function exitOf({ exit }: Metadata): { exit_code?: number } {
  return typeof exit === "number" ? { exit_code: exit } : {};
}

function changesBy(
  tool: string,
  { filePath }: Record<string, unknown>,
  { exists, filepath, filediff, files = [] }: Metadata,
): NewTranscriptEvent[] {
  if (tool === "apply_patch") return files.flatMap((file) => patched(file));
  const path = filepath ?? filePath;
  if (!WRITING_TOOLS.has(tool) || typeof path !== "string") return [];
  const isNew = exists === false || /^@@ -0,0 /m.test(filediff?.patch ?? "");
  return [{ type: "file_change", path, kind: isNew ? "add" : "update" }];
}

const WRITING_TOOLS: ReadonlySet<string> = new Set(["write", "edit"]);

type PatchedFile = NonNullable<Metadata["files"]>[number];

function patched({ filePath: path, type, movePath }: PatchedFile): NewTranscriptEvent[] {
  if (movePath !== undefined) {
    return [
      { type: "file_change", path, kind: "delete" },
      { type: "file_change", path: movePath, kind: "add" },
    ];
  }
  const kind = type === "add" || type === "delete" ? type : "update";
  return [{ type: "file_change", path, kind }];
}

const REFUSED = /^The user (?:rejected permission|has specified a rule)/;

/** After this it lists all rules. */
function firstSentence(text: string): string {
  return text.replace(/\. .*/s, ".");
}

const CliError = z.object({ name: z.string(), data: z.unknown().optional() });

const NO_DETAILS = { statusCode: undefined, responseHeaders: {} };
const Details = z
  .object({
    statusCode: z.number().optional().catch(undefined),
    responseHeaders: z.record(z.string(), z.unknown()).catch({}),
  })
  .catch(NO_DETAILS);

/** An error of another shape is one as well. Facts about the request come before the message. */
function messageOf(error: unknown): string {
  const known = CliError.safeParse(error).data ?? { name: "UnknownError", data: error };
  const { statusCode, responseHeaders } = Details.parse(known.data);
  const wait = responseHeaders["retry-after"];
  const details = [
    ...(statusCode === undefined ? [] : [`HTTP ${statusCode}`]),
    ...(typeof wait === "string" ? [`retry after ${wait}`] : []),
  ].join(", ");
  return `${known.name}${details && ` (${details})`}: ${reasonIn(known.data) || NO_REASON}`;
}

const NO_REASON = "no reason given";

/** Its log has the reason. */
const VAGUE =
  /^\w+: (?:no reason given|Unexpected server error\. Check server logs for details\.)$/;
