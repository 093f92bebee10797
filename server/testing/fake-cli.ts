import type { RunId } from "@malamar/contract/ids.ts";
import type { NewTranscriptEvent } from "@malamar/contract/transcript.ts";
import { fileBeside, type CliAdapter, type StreamEnd } from "#engines/cli/cli-adapter.ts";
import { createCliEngine } from "#engines/cli/cli-engine.ts";
import type { CliSetup } from "#engines/cli/detect.ts";
import { UNLIMITED } from "#engines/engine.ts";
import { newId } from "#lib/id.ts";
import { fakeProgram } from "./fake-program.ts";

/** A CLI that prints `{"say":…}` and, at the end, `{"done":true}` or `{"failed":…}`. */
const adapter: CliAdapter = {
  type: "demo",
  binary: "fake-cli",
  versionArguments: [],
  hasNoModel: true,
  arguments: (run) => ["--cwd", run.cwd, "two words"],
  environment: () => ({ FLAVOUR: "adapter", EXTRA: "adapter" }),
  files: (run) => ({ [fileBeside(run, "note.txt")]: "for this run alone" }),
  keyVariables: () => [],
  failures: [
    {
      cause: "quota",
      pattern: /resets at (\S+)/,
      resetsAt: (match) => new Date(match[1]!),
      samples: [],
    },
  ],
  createReader() {
    const end: StreamEnd = { terminal: null, sessionId: null, answer: null };
    return {
      read(line) {
        const { say, done, failed, session, broken } = line as Record<string, string>;
        if (broken) throw new TypeError("an event of a new kind");
        if (session) end.sessionId = session;
        if (done) Object.assign(end, { terminal: { ok: true }, answer: done });
        if (failed) end.terminal = { ok: false, message: failed };
        if (say) return [{ type: "text", text: say }];
        return done || failed || session ? [] : null;
      },
      end: () => end,
    };
  },
};

export interface FakeCliOptions {
  signal?: AbortSignal;
  setup?: Partial<CliSetup>;
  graceMs?: number;
  /** Where it works; by default the directory of its script. */
  cwd?: string;
  /** What differs from the usual one. */
  adapter?: Partial<CliAdapter>;
}

/** Runs this shell script as the CLI, in this directory. */
export function startFakeCli(
  dir: string,
  script: string,
  { signal, setup, graceMs = 3000, cwd = dir, adapter: own }: FakeCliOptions = {},
) {
  fakeProgram(dir, "fake-cli", script);
  const engine = createCliEngine(
    { ...adapter, ...own },
    {
      environment: { PATH: `${dir}:/usr/bin:/bin`, FLAVOUR: "inherited", EXTRA: "inherited" },
      installationId: "installation",
      tempDir: dir,
      setupOf: () => ({ binary_path: null, env_vars: {}, ...setup }),
      graceMs,
      clock: () => "2026-11-15T12:00:00.000Z",
    },
  );
  return engine.run({
    runId: newId<RunId>(),
    briefing: { kind: "question", text: "Reply OK" },
    keepInput: () => {},
    answer: { jsonSchema: null, read: (value) => ({ answer: String(value) }) },
    model: null,
    cwd,
    tools: [],
    limits: UNLIMITED,
    isUrgent: false,
    signal: signal ?? new AbortController().signal,
  });
}

export async function finish(run: ReturnType<typeof startFakeCli>) {
  const events: NewTranscriptEvent[] = [];
  for (;;) {
    const { value, done } = await run.next();
    if (done) return { events, result: value };
    events.push(...value);
  }
}

export const said = (events: readonly NewTranscriptEvent[]) =>
  events.flatMap((event) => (event.type === "text" ? [event.text] : []));

/** The end of a script that succeeds. */
export const DONE = `echo '{"done":"the answer"}'`;
