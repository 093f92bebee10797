import { z } from "zod";
import type { Briefing, BriefingFile, ChatContext } from "@malamar/contract/briefing.ts";
import { TranscriptEvent, type NewTranscriptEvent } from "@malamar/contract/transcript.ts";
import {
  fileBeside,
  type CliAdapter,
  type CliRun,
  type StreamEnd,
} from "#engines/cli/cli-adapter.ts";
import { OWN_PROGRAM } from "#lib/own-program.ts";

const [binary, ...own] = OWN_PROGRAM;

/** The scripted CLI in this very program (stand-in). */
export const demo: CliAdapter = {
  type: "demo",
  binary,
  versionArguments: [...own, "stand-in", "--version"],
  arguments: (run) => [...own, "stand-in", run.prompt, briefingFile(run)],
  files: (run) => ({ [briefingFile(run)]: JSON.stringify(briefingFor(run)) }),
  keyVariables: () => [],
  createReader,
  hasNoModel: true,
  removesAnswer: true,
  failures: [
    {
      cause: "quota",
      pattern: /Resets at (\d{4}-\S+Z)\./,
      resetsAt: ([, time = ""]) => new Date(time),
      samples: [
        {
          text: "Usage limit reached. Resets at 2030-01-01T00:00:00.000Z.",
          endsAt: "2030-01-01T00:00:00.000Z",
        },
      ],
    },
  ],
};

function briefingFile(run: CliRun): string {
  return fileBeside(run, "briefing.json");
}

function briefingFor({ briefing, outputPath }: CliRun): BriefingFile {
  return { briefing: asFarAsRead(briefing), output_path: outputPath };
}

/** It starts with every run, and does not need what only a model reads. */
function asFarAsRead(briefing: Briefing): Briefing {
  if (briefing.kind !== "chat") return briefing;
  const role = briefing.role.includes("```demo") ? briefing.role : "";
  return { ...briefing, role, actions: [], context: NO_CONTEXT };
}

const NO_CONTEXT: ChatContext = { settings: {}, team: [], clis: [], is_mail_configured: false };

const LastWord = z.object({
  type: z.literal("result"),
  ok: z.boolean(),
  session_id: z.string(),
  message: z.string().default(""),
});

function createReader() {
  const end: StreamEnd = { terminal: null, sessionId: null, answer: null };

  function finished({ ok, session_id, message }: z.infer<typeof LastWord>) {
    end.sessionId = session_id;
    end.terminal = ok ? { ok } : { ok, message };
    return [];
  }

  return {
    read: (line: unknown) => {
      const event = readEvent(line);
      if (event) return [event];
      const word = LastWord.safeParse(line);
      return word.success ? finished(word.data) : null;
    },
    end: () => end,
  };
}

/** It uses our own events, except the place in the transcript, which is not its to give. */
function readEvent(line: unknown): NewTranscriptEvent | null {
  if (typeof line !== "object") return null;
  const placed = TranscriptEvent.safeParse({ ...line, seq: 1, at: new Date(0).toISOString() });
  if (!placed.success || !SPOKEN.has(placed.data.type)) return null;
  const { seq: _seq, at: _at, ...event } = placed.data;
  return event;
}

/** The others are Malamar's to say. */
const SPOKEN: ReadonlySet<TranscriptEvent["type"]> = new Set([
  "text",
  "thinking",
  "tool_call",
  "tool_result",
  "file_change",
  "usage",
]);
