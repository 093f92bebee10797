import { becomeSubreaper, withInheritedLimit } from "./libc.ts";
import { restoreOpenFileLimit } from "./open-files.ts";
import { LET_GO, limitMark, markedEnvironment, type RunMark } from "./process-marks.ts";
import { linuxProcessTable, type ProcessIdentity } from "./process-table.ts";

export interface MarkedCommand {
  argv: readonly [string, ...string[]];
  env: Record<string, string>;
  /** What identifies this process and everything it starts. */
  mark: RunMark;
  cwd?: string;
  /** What it reads; without it, its input is closed. */
  stdin?: Uint8Array;
}

/** A program with its own session, whose descendants can all be found. */
export type MarkedProcess = Bun.Subprocess<"ignore" | Uint8Array, "pipe", "pipe">;

/** Starts a program. Throws the system's error when it cannot. */
export function spawnMarked({ argv, env, mark, cwd, stdin }: MarkedCommand): MarkedProcess {
  becomeSubreaper();
  const limit = limitMark(mark);
  const child = withInheritedLimit(limit, () =>
    Bun.spawn([...argv], {
      env: { ...env, ...markedEnvironment(mark) },
      ...(cwd !== undefined && { cwd }),
      stdin: stdin ?? "ignore",
      stdout: "pipe",
      stderr: "pipe",
      detached: true,
    }),
  );
  const startTime = linuxProcessTable.read(child.pid)?.startTime ?? "0";
  const run: StartedRun = { limit, leader: { pid: child.pid, startTime }, endedAt: null };
  startedRuns.set(limit, run);
  void child.exited.then(() => (run.endedAt = performance.now()));
  restoreOpenFileLimit(child.pid);
  livingLeaders.set(child.pid, limit);
  return watched(child);
}

/** A run, or a command, that this server process started. */
export interface StartedRun {
  limit: bigint;
  leader: ProcessIdentity;
  /** Since when nothing may carry its mark anymore, except for the time that ending it takes. */
  endedAt: number | null;
}

/** By their marks: the active ones, and those that ended recently. */
export const startedRuns = new Map<bigint, StartedRun>();

/** The runs and commands that may still have processes, with their marks. */
export const livingLeaders = new Map<number, bigint>();

/** The output of a system tool; a question to the machine, not to a CLI. */
export async function outputOf(argv: readonly [string, ...string[]]): Promise<string> {
  const child = Bun.spawn([...argv], {
    env: { PATH: "/usr/bin:/bin", LC_ALL: "C" },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "ignore",
  });
  return await new Response(watched(child).stdout).text();
}

/** Starts a program that we do not wait for, such as the user's browser. */
export function startAndForget(argv: readonly [string, ...string[]]): void {
  const start = () => Bun.spawn([...argv], { stdin: "ignore", stdout: "ignore", stderr: "ignore" });
  watched(withInheritedLimit(LET_GO, start)).unref();
}

/** Bun itself waits for this process: nobody else may, and it is not an orphan. */
export function isOwnChild(pid: number): boolean {
  return ownChildren.has(pid);
}

const ownChildren = new Set<number>();

function watched<Child extends Bun.Subprocess>(child: Child): Child {
  ownChildren.add(child.pid);
  void child.exited.then(() => ownChildren.delete(child.pid));
  return child;
}
