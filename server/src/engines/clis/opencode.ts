import { z } from "zod";
import type { NewTranscriptEvent } from "@malamar/contract/transcript.ts";
import {
  promptFor,
  type CliAdapter,
  type LimitPattern,
  type StreamEnd,
} from "#engines/cli-adapter.ts";
import type { RunRequest } from "#engines/engine.ts";
import { afterSeconds } from "./limit-times.ts";

export const opencode: CliAdapter = {
  type: "opencode",
  binary: "opencode",
  versionArguments: ["--version"],
  arguments: (run) => [
    // Without a title it asks a model for one.
    "run",
    "--format",
    "json",
    "--auto",
    "--title",
    `Malamar run ${run.runId}`,
    ...(run.model === null ? [] : ["-m", run.model]),
    promptFor(run),
  ],
  environment: (run) => ({
    OPENCODE_DISABLE_MODELS_FETCH: "1",
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
    ...(hasOwnConfig(run) ? {} : { [CONFIG_VARIABLE]: CONFIG }),
  }),
  createReader,
  limits: limitPatterns(),
};

const CONFIG_VARIABLE = "OPENCODE_CONFIG_CONTENT";

const CONFIG = JSON.stringify({ autoupdate: false, share: "disabled", permission: "allow" });

/** What the user put there must not be lost; --auto alone lets the run go on then. */
function hasOwnConfig({ environment, setup }: RunRequest): boolean {
  return CONFIG_VARIABLE in environment || CONFIG_VARIABLE in setup.env_vars;
}

const ToolState = z.discriminatedUnion("status", [
  z.object({
    status: z.literal("completed"),
    input: z.record(z.string(), z.unknown()),
    output: z.string(),
    metadata: z.object({ exists: z.boolean().optional() }).optional(),
  }),
  z.object({
    status: z.literal("error"),
    input: z.record(z.string(), z.unknown()),
    error: z.string(),
  }),
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

const sessionID = z.string().optional();

const Line = z.discriminatedUnion("type", [
  z.object({ type: z.literal("step_start"), sessionID }),
  z.object({ type: z.literal("text"), sessionID, part: z.object({ text: z.string() }) }),
  z.object({ type: z.literal("reasoning"), sessionID, part: z.object({ text: z.string() }) }),
  z.object({
    type: z.literal("tool_use"),
    sessionID,
    part: z.object({ tool: z.string(), callID: z.string(), state: ToolState }),
  }),
  // The last word counts, even if its details should change one day.
  z.object({
    type: z.literal("step_finish"),
    sessionID,
    part: z.object({ reason: z.string(), cost: amount, tokens: Tokens }),
  }),
  z.object({
    type: z.literal("error"),
    sessionID,
    error: z.object({
      name: z.string(),
      data: z
        .object({
          message: z.string().optional(),
          responseHeaders: z.record(z.string(), z.string()).optional().catch(undefined),
        })
        .optional()
        .catch(undefined),
    }),
  }),
]);
type Line = z.infer<typeof Line>;
type ToolUse = Extract<Line, { type: "tool_use" }>["part"];
type Step = Extract<Line, { type: "step_finish" }>["part"];

function createReader() {
  const end: StreamEnd = { terminal: null, sessionId: null, answer: null };
  let failed = false;
  const used = { input_tokens: 0, output_tokens: 0, cached_tokens: 0, cost_usd: 0 };

  function eventsOf(line: Line): readonly NewTranscriptEvent[] {
    end.sessionId = line.sessionID ?? end.sessionId;
    switch (line.type) {
      case "step_start":
        return [];
      case "text":
        return [{ type: "text", text: line.part.text }];
      case "reasoning":
        return [{ type: "thinking", text: line.part.text }];
      case "tool_use":
        return toolEvents(line.part);
      case "step_finish":
        return finished(line.part);
      case "error":
        failed = true;
        end.terminal = { ok: false, message: messageOf(line.error) };
        return [];
      default:
        return line satisfies never;
    }
  }

  function finished({ reason, tokens, cost }: Step): NewTranscriptEvent[] {
    // An error stays an error, whatever comes after it.
    if (!failed) end.terminal = lastWord(reason);
    // Each step tells its own part, and the cache is not among its input.
    used.input_tokens += tokens.input + tokens.cache.read + tokens.cache.write;
    used.output_tokens += tokens.output + tokens.reasoning;
    used.cached_tokens += tokens.cache.read;
    used.cost_usd += cost;
    return [{ type: "usage", ...used }];
  }

  return {
    read: (line: unknown) => {
      const known = Line.safeParse(line);
      return known.success ? eventsOf(known.data) : null;
    },
    end: () => end,
  };
}

function lastWord(reason: string): StreamEnd["terminal"] {
  if (reason === "stop") return { ok: true };
  // Another step should have followed.
  if (reason === "tool-calls") return null;
  return { ok: false, message: `The model stopped with the reason "${reason}".` };
}

function toolEvents({ tool, callID: id, state }: ToolUse): NewTranscriptEvent[] {
  const { input } = state;
  const call: NewTranscriptEvent = { type: "tool_call", id, name: tool, input };
  if (state.status === "error") {
    return [call, { type: "tool_result", id, output: state.error, is_error: true }];
  }
  const events: NewTranscriptEvent[] = [
    call,
    { type: "tool_result", id, output: state.output, is_error: false },
  ];
  const path = input["filePath"];
  if (!WRITING_TOOLS.has(tool) || typeof path !== "string") return events;
  const kind = state.metadata?.exists === false ? "add" : "update";
  return [...events, { type: "file_change", path, kind }];
}

const WRITING_TOOLS: ReadonlySet<string> = new Set(["write", "edit"]);

type CliError = Extract<Line, { type: "error" }>["error"];

function messageOf({ name, data }: CliError): string {
  const message = data?.message ?? name;
  const seconds = data?.responseHeaders?.["retry-after"];
  return seconds === undefined ? message : `${message} (retry after ${seconds} s)`;
}

function limitPatterns(): LimitPattern[] {
  return [
    {
      pattern: /\(retry after (\d+) s\)/,
      resetsAt: ([, seconds], now) => afterSeconds(Number(seconds), now),
      samples: ["Rate limit exceeded. Please retry after a brief wait. (retry after 3600 s)"],
    },
    {
      pattern: /rate limit|too many requests|usage limit/i,
      resetsAt: () => null,
      samples: [
        "Rate limit exceeded. Please retry after a brief wait.",
        "Too many requests, the rate limit is 8000000 tokens per minute.",
      ],
    },
  ];
}
