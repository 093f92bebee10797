import { dirname } from "node:path";
import { z } from "zod";
import type { NewTranscriptEvent } from "@malamar/contract/transcript.ts";
import {
  promptFor,
  type CliAdapter,
  type LimitPattern,
  type StreamEnd,
} from "#engines/cli-adapter.ts";
import { afterSeconds, atClockTime } from "./limit-times.ts";

export const gemini: CliAdapter = {
  type: "gemini",
  binary: "gemini",
  versionArguments: ["--version"],
  arguments: (run) => [
    "-p",
    promptFor(run),
    "--approval-mode",
    "yolo",
    "--skip-trust",
    "-o",
    "stream-json",
    // Its file tools see nothing else outside the working directory.
    "--include-directories",
    directories(run.inputPath, run.outputPath),
    ...(run.model === null ? [] : ["-m", run.model]),
  ],
  // Otherwise it starts itself a second time: slower, and deaf to a TERM.
  environment: () => ({ GEMINI_CLI_NO_RELAUNCH: "true" }),
  createReader,
  limits: limitPatterns(),
};

function directories(...paths: readonly string[]): string {
  return [...new Set(paths.map((path) => dirname(path)))].join(",");
}

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
    parameters: z.record(z.string(), z.unknown()),
  }),
  z.object({
    type: z.literal("tool_result"),
    tool_id: z.string(),
    status: z.string(),
    output: z.string().optional(),
    error: z.object({ message: z.string() }).optional(),
  }),
  // The last word counts, even if its details should change one day.
  z.object({
    type: z.literal("result"),
    status: z.string(),
    error: z.object({ message: z.string() }).optional().catch(undefined),
    stats: z
      .object({
        input_tokens: z.number(),
        output_tokens: z.number(),
        cached: z.number().nullish(),
      })
      .optional()
      .catch(undefined),
  }),
]);
type Line = z.infer<typeof Line>;
type ToolResult = Extract<Line, { type: "tool_result" }>;

function createReader() {
  const end: StreamEnd = { terminal: null, sessionId: null, answer: null };
  /** Tools that write a file, until they have answered. */
  const writes = new Map<string, string>();

  function eventsOf(line: Line): readonly NewTranscriptEvent[] {
    switch (line.type) {
      case "init":
        end.sessionId = line.session_id;
        return [];
      case "message":
        // What we asked comes back as the user's message.
        return line.role === "user" ? [] : [{ type: "text", text: line.content }];
      case "tool_use": {
        const { tool_id: id, tool_name: name, parameters: input } = line;
        const path = input["file_path"];
        if (WRITING_TOOLS.has(name) && typeof path === "string") writes.set(id, path);
        return [{ type: "tool_call", id, name, input }];
      }
      case "tool_result":
        return answered(line);
      case "result": {
        const message = line.error?.message ?? `ended with status "${line.status}"`;
        end.terminal = line.status === "success" ? { ok: true } : { ok: false, message };
        return line.stats ? [usageOf(line.stats)] : [];
      }
      default:
        return line satisfies never;
    }
  }

  function answered({ tool_id: id, status, output, error }: ToolResult): NewTranscriptEvent[] {
    const is_error = status !== "success";
    const text = output ?? error?.message ?? "";
    const events: NewTranscriptEvent[] = [{ type: "tool_result", id, output: text, is_error }];
    const path = writes.get(id);
    writes.delete(id);
    if (path === undefined || is_error) return events;
    const kind = /new file/i.test(text) ? "add" : "update";
    return [...events, { type: "file_change", path, kind }];
  }

  return {
    read: (line: unknown) => {
      const known = Line.safeParse(line);
      return known.success ? eventsOf(known.data) : null;
    },
    end: () => end,
  };
}

const WRITING_TOOLS: ReadonlySet<string> = new Set(["write_file", "replace"]);

interface Stats {
  input_tokens: number;
  output_tokens: number;
  cached?: number | null | undefined;
}

/** It tells tokens, never a cost. */
function usageOf({ input_tokens, output_tokens, cached }: Stats): NewTranscriptEvent {
  return {
    type: "usage",
    input_tokens,
    output_tokens,
    cached_tokens: cached ?? null,
    cost_usd: null,
  };
}

function limitPatterns(): LimitPattern[] {
  return [
    {
      pattern:
        /usage limit reached for .*? access resets at (\d{1,2}:\d{2} [AP]M)(?: ([\w/+:-]+))?/is,
      resetsAt: ([, time = "", zone], now) => atClockTime(time, zone, now),
      samples: ["Usage limit reached for gemini-3-flash-preview. Access resets at 10:57 PM GMT-3."],
    },
    {
      pattern: /retryDelay"?:\s*"?(\d+(?:\.\d+)?)s/,
      resetsAt: ([, seconds], now) => afterSeconds(Number(seconds), now),
      samples: ['429 RESOURCE_EXHAUSTED {"retryDelay": "34s"}'],
    },
    {
      pattern: /exhausted your daily quota|exceeded your current quota|RESOURCE_EXHAUSTED/i,
      resetsAt: () => null,
      samples: [
        "[API Error: You have exhausted your daily quota on this model.]",
        "You exceeded your current quota",
        "429 RESOURCE_EXHAUSTED",
      ],
    },
  ];
}
