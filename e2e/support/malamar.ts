import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { endProcesses, processesIn } from "./processes.ts";

// Plain Node, because Playwright's runner shares this file.
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");
export const EXECUTABLE = join(ROOT, "dist/malamar");

export interface StartOptions {
  command?: readonly [string, ...string[]];
  args?: readonly string[];
  /** Added to what every test has; undefined removes one. */
  env?: Record<string, string | undefined>;
  cwd?: string;
  dataDir?: string;
  /** For several starts in one place; its creator deletes it. */
  home?: Home;
}

/**
 * A folder for everything a Malamar writes. Processes that still work in it at the end of the test
 * are ended.
 */
export function createHome() {
  const dir = mkdtempSync(join(tmpdir(), "malamar-e2e-"));
  return {
    dir,
    async [Symbol.asyncDispose]() {
      await endProcesses(processesIn(dir));
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

export type Home = ReturnType<typeof createHome>;

/** An environment without anything of this machine's user: no CLIs, none of our variables. */
function cleanEnvironment(home: string): Record<string, string> {
  return { HOME: home, PATH: "/usr/bin:/bin" };
}

/** Starts the built executable on a free port, in its own folder, and waits for its address. */
export async function startMalamar(options: StartOptions = {}) {
  const { child, home, dataDir } = launchMalamar(options);
  const output = collectOutput(child);
  // "close" and not "exit": only then has all output arrived.
  const exited = new Promise<number | null>((resolve) => child.once("close", resolve));

  /** Returns the exit code, or null if it had to be killed. */
  async function stop(signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    const timer = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
    const code = await exited;
    clearTimeout(timer);
    return code;
  }

  async function dispose(): Promise<void> {
    await stop("SIGKILL");
    if (!options.home) await home[Symbol.asyncDispose]();
  }

  const url = await addressOf(child, output).catch(async (error: unknown) => {
    await dispose();
    throw error;
  });
  return {
    url,
    port: Number(new URL(url).port),
    home: home.dir,
    dataDir,
    pid: child.pid!,
    output: () => output.join(""),
    exited,
    stop,
    [Symbol.asyncDispose]: dispose,
  };
}

/** Starts it and waits for nothing. */
export function launchMalamar(options: StartOptions) {
  const home = options.home ?? createHome();
  const dataDir = options.dataDir ?? join(home.dir, "data");
  const [program, ...leading] = options.command ?? [EXECUTABLE];
  const child = spawn(program, [...leading, ...(options.args ?? [])], {
    cwd: options.cwd ?? home.dir,
    env: {
      ...cleanEnvironment(home.dir),
      MALAMAR_PORT: "0",
      MALAMAR_DATA_DIR: dataDir,
      MALAMAR_TEMP_DIR: join(home.dir, "work"),
      ...options.env,
    },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  return { child, home, dataDir };
}

export type Malamar = Awaited<ReturnType<typeof startMalamar>>;

function collectOutput(child: ChildProcess): string[] {
  const output: string[] = [];
  child.stdout?.on("data", (chunk: Buffer) => output.push(chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => output.push(chunk.toString()));
  return output;
}

/** Far more than they take: a start or stop that hangs must not hang its caller. */
const START_MS = 30_000;
const STOP_MS = 20_000;

function addressOf(child: ChildProcess, output: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`Malamar ${why}:\n${output.join("")}`));
    const timer = setTimeout(() => fail("is not ready in time"), START_MS);
    const look = () => {
      const address = /(?:is running at|The team is at) (http:\/\/[^\s";]+)/.exec(
        output.join(""),
      )?.[1];
      if (!address) return;
      clearTimeout(timer);
      resolve(address);
    };
    child.stdout?.on("data", look);
    child.once("error", reject);
    child.once("exit", (code) => {
      clearTimeout(timer);
      fail(`ended with ${code} before it was ready`);
    });
  });
}
