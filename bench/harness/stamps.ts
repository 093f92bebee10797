import { closeSync, constants, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { endAtExit, removeFolder, temporaryFolder } from "./clean-up.ts";
import { childCommand } from "./executable.ts";
import { within } from "./time-limit.ts";

const STAMP_MS = 10_000;

interface Stamp {
  word: string;
  at: number;
}

/** The times of events in several processes: each writes a word into a named pipe at its moment. */
export interface Stamps {
  /** The named pipe. A shell writes to it without starting anything: echo started >path */
  path: string;
  /** Writes a word from this process. */
  say: (word: string) => void;
  /** The time of the next word, in milliseconds; it has to be this one. */
  next: (word: string) => Promise<number>;
  close: () => Promise<void>;
}

export async function startStamps(): Promise<Stamps> {
  const folder = temporaryFolder();
  const path = join(folder, "stamps");
  const env = { PATH: "/usr/bin:/bin" };
  if (!Bun.spawnSync(["mkfifo", path], { env }).success)
    throw new Error(`Cannot make the pipe ${path}.`);
  // Also opened for reading, so that opening does not block.
  const pipe = openSync(path, constants.O_RDWR);
  const clock = startClock(path);
  const next = async (word: string) => {
    const stamp = await within(STAMP_MS, `the word ${word}`, clock.take());
    if (stamp.word !== word) throw new Error(`Waited for ${word}, but ${stamp.word} was said.`);
    return stamp.at;
  };
  await next("open");
  return {
    path,
    say: (word) => void writeSync(pipe, `${word}\n`),
    next,
    close: async () => {
      closeSync(pipe);
      await within(STAMP_MS, "the end of the clock", clock.ended);
      removeFolder(folder);
    },
  };
}

function startClock(path: string) {
  const said: Stamp[] = [];
  const waiting: ((stamp: Stamp) => void)[] = [];
  const clock = Bun.spawn(childCommand("stamp-clock", [path]), {
    env: { HOME: "/dev/null", PATH: "" },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "inherit",
    detached: true,
  });
  endAtExit(clock);
  void readLines(clock.stdout, (line) => {
    const [at = "", word = ""] = line.split(" ");
    const stamp = { word, at: Number(at) };
    const taker = waiting.shift();
    if (taker) taker(stamp);
    else said.push(stamp);
  });
  return {
    ended: clock.exited,
    take: () =>
      new Promise<Stamp>((resolve) => {
        const stamp = said.shift();
        if (stamp) resolve(stamp);
        else waiting.push(resolve);
      }),
  };
}

async function readLines(
  stream: ReadableStream<Uint8Array>,
  onLine: (line: string) => void,
): Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of stream) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = lines.pop()!;
    for (const line of lines) onLine(line);
  }
}
