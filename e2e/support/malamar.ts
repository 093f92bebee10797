import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

// Plain Node, because Playwright's runner shares this file.
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");
export const EXECUTABLE = join(ROOT, "dist/malamar");

export interface StartOptions {
  command?: readonly [string, ...string[]];
  args?: readonly string[];
  env?: Record<string, string>;
  cwd?: string;
  dataDir?: string;
}

/** An environment in which nothing of this machine's user is found: no CLIs, no variables of ours. */
function cleanEnvironment(home: string): Record<string, string> {
  return { HOME: home, PATH: "/usr/bin:/bin" };
}

/** Starts the built executable on a free port, in a folder of its own, and waits for its address. */
export async function startMalamar(options: StartOptions = {}) {
  const home = mkdtempSync(join(tmpdir(), "malamar-e2e-"));
  const dataDir = options.dataDir ?? join(home, "data");
  const [program, ...leading] = options.command ?? [EXECUTABLE];
  const child = spawn(program, [...leading, ...(options.args ?? [])], {
    cwd: options.cwd ?? home,
    env: {
      ...cleanEnvironment(home),
      MALAMAR_PORT: "0",
      MALAMAR_DATA_DIR: dataDir,
      ...options.env,
    },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const output = collectOutput(child);
  // "close" and not "exit": only then has everything it printed arrived.
  const exited = new Promise<number | null>((resolve) => child.once("close", resolve));
  const url = await addressOf(child, output);

  async function stop(signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    return exited;
  }

  return {
    url,
    port: Number(new URL(url).port),
    home,
    dataDir,
    pid: child.pid!,
    output: () => output.join(""),
    exited,
    stop,
    async [Symbol.asyncDispose]() {
      await stop("SIGKILL");
      rmSync(home, { recursive: true, force: true });
    },
  };
}

export type Malamar = Awaited<ReturnType<typeof startMalamar>>;

function collectOutput(child: ChildProcess): string[] {
  const output: string[] = [];
  child.stdout?.on("data", (chunk: Buffer) => output.push(chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => output.push(chunk.toString()));
  return output;
}

function addressOf(child: ChildProcess, output: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const address = /is running at (http:\/\/[^\s"]+)/.exec(output.join(""))?.[1];
      if (address) resolve(address);
    };
    child.stdout?.on("data", look);
    child.once("error", reject);
    child.once("exit", (code) =>
      reject(new Error(`Malamar ended with ${code} before it was ready:\n${output.join("")}`)),
    );
  });
}
