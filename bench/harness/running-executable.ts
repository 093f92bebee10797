import { readFileSync } from "node:fs";
import { join } from "node:path";
import { endAtExit } from "./clean-up.ts";
import { OWN_PROGRAM } from "@malamar/server/lib/own-program.ts";
import { within } from "./time-limit.ts";

const START_MS = 30_000;
const STOP_MS = 30_000;

/** The built Malamar on a data directory, until it is stopped. */
export interface RunningExecutable {
  pid: number;
  url: string;
  /** When the line with this text was read, in milliseconds on this process's clock. */
  said: (text: string, withinMs: number) => Promise<number>;
  call: <Body>(method: string, path: string, body?: object) => Promise<Body>;
  stop: () => Promise<void>;
}

export async function startExecutable(dataDir: string): Promise<RunningExecutable> {
  const child = Bun.spawn(
    [...OWN_PROGRAM, "--port", "0", "--data-dir", dataDir, "--temp-dir", join(dataDir, "temp")],
    {
      env: { HOME: "/dev/null", PATH: "" },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "inherit",
      detached: true,
    },
  );
  endAtExit(child, "SIGTERM");
  const said = lineWatch(child.stdout);
  const { line } = await said(" is running at ", START_MS);
  const url = /http:\S+/.exec(line)![0];
  return {
    pid: child.pid,
    url,
    said: async (text, withinMs) => (await said(text, withinMs)).at,
    async call<Body>(method: string, path: string, body?: object): Promise<Body> {
      const response = await fetch(url + path, {
        method,
        ...(body && {
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify(body),
        }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
      // Its answers follow the contract.
      return (text === "" ? undefined : JSON.parse(text)) as Body;
    },
    async stop() {
      child.kill("SIGTERM");
      await within(STOP_MS, "Malamar to stop", child.exited);
    },
  };
}

/** MB of a process in memory: now, and the most since its start. */
export function residentMegabytes(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const megabytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1]) / 1024;
  return { now: megabytes("VmRSS"), most: megabytes("VmHWM") };
}

interface Said {
  line: string;
  at: number;
}

/** Resolves with the first line that has a text, even if it came before. */
function lineWatch(stream: ReadableStream<Uint8Array>) {
  const lines: Said[] = [];
  const waiting = new Set<() => void>();
  void (async () => {
    const decoder = new TextDecoder();
    let rest = "";
    for await (const bytes of stream) {
      const parts = (rest + decoder.decode(bytes, { stream: true })).split("\n");
      rest = parts.pop()!;
      for (const line of parts) lines.push({ line, at: performance.now() });
      for (const look of waiting) look();
    }
  })();
  return (text: string, withinMs: number): Promise<Said> => {
    const { promise, resolve } = Promise.withResolvers<Said>();
    const look = () => {
      const found = lines.find(({ line }) => line.includes(text));
      if (!found) return;
      waiting.delete(look);
      resolve(found);
    };
    waiting.add(look);
    look();
    return within(withinMs, `the line ${text}`, promise);
  };
}
