import { closeSync, futimesSync, mkdirSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { RunId } from "@malamar/contract/ids.ts";
import type { NewTranscriptEvent } from "@malamar/contract/transcript.ts";
import { transcriptLine } from "@malamar/server/transcripts/transcript-line.ts";
import type { Draws } from "./seeded.ts";

/** The size of one write. */
const BUFFER_BYTES = 1024 * 1024;

/** Different events; files repeat them in turn. */
const KINDS = 1_000;

interface Wanted {
  runId: RunId;
  startedAt: string;
  finishedAt: string;
  /** The approximate number of events. */
  bytes: number;
}

/** Transcripts as the product writes them: same place, same lines, with the times of their runs. */
export function createTranscriptFiles(dataDir: string, draws: Draws) {
  const dir = join(dataDir, "runs");
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const middles = Array.from({ length: KINDS }, (_, at) => behindPlace(middleEvent(draws, at)));
  const first = behindPlace({ type: "started", pid: 4242, cwd: "/home/somebody/project" });
  const last = behindPlace({
    type: "finished",
    status: "succeeded",
    failure_kind: null,
    message: null,
    exit_code: 0,
  });
  const buffer = Buffer.allocUnsafe(BUFFER_BYTES);

  /** Returns how many bytes and events there are. */
  return function write({ runId, startedAt, finishedAt, bytes }: Wanted) {
    const file = openSync(join(dir, `${runId}.jsonl`), "wx", 0o600);
    const begin = Date.parse(startedAt);
    const lasted = Date.parse(finishedAt) - begin;
    let used = 0;
    let written = 0;
    let seq = 0;
    const append = (rest: Buffer) => {
      const done = Math.min(1, (written + used) / bytes);
      const at = new Date(begin + Math.floor(lasted * done)).toISOString();
      const head = `{"seq":${++seq},"at":"${at}",`;
      if (used + head.length + rest.length > buffer.length) flush();
      used += buffer.write(head, used, "latin1");
      used += rest.copy(buffer, used);
    };
    const flush = () => {
      for (let from = 0; from < used;) from += writeSync(file, buffer, from, used - from);
      written += used;
      used = 0;
    };
    append(first);
    const offset = draws.whole(0, KINDS - 1);
    for (;;) {
      const next = middles[(offset + seq) % KINDS]!;
      // As often a little too much as too little.
      if (written + used + next.length / 2 + last.length >= bytes) break;
      append(next);
    }
    append(last);
    flush();
    const modified = new Date(finishedAt);
    futimesSync(file, modified, modified);
    closeSync(file);
    return { bytes: written, events: seq };
  };
}

/** The line of an event without its number and its time. */
function behindPlace(event: NewTranscriptEvent): Buffer {
  return Buffer.from(`${transcriptLine(event, 1, "x").slice('{"seq":1,"at":"x",'.length)}\n`);
}

function middleEvent({ whole, pick }: Draws, at: number): NewTranscriptEvent {
  const id = `toolu_${at}`;
  // No two lines are alike, as in real files: a backup would compress them too well.
  const number = () => whole(0, 1e9).toString(36);
  const lines = (count: number) =>
    Array.from(
      { length: count },
      () =>
        `\tconst ${number()} = read("${number()}.json", { "${number()}": [1, 2] }); // line ${at}\n`,
    ).join("");
  const say = (count: number) =>
    Array.from(
      { length: count },
      () => `The handler reads ${number()} twice — I will change that. `,
    ).join("");
  return pick<() => NewTranscriptEvent>([
    () => ({ type: "text", text: say(whole(1, 20)) }),
    () => ({ type: "thinking", text: say(whole(1, 10)) }),
    () => ({ type: "tool_call", id, name: "Bash", input: { command: lines(whole(1, 5)) } }),
    () => ({
      type: "tool_call",
      id,
      name: "Edit",
      input: { file_path: `src/part-${at}.ts`, new_string: lines(whole(1, 20)) },
    }),
    () => ({ type: "tool_result", id, output: lines(whole(1, 30)), is_error: whole(1, 20) === 1 }),
    () => ({ type: "file_change", path: `src/part-${at}.ts`, kind: "update" }),
  ])();
}
