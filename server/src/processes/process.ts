import { becomeSubreaper, withInheritedLimit } from "./libc.ts";
import { restoreOpenFileLimit } from "./open-files.ts";
import { LET_GO, limitMark, markedEnvironment, type RunMark } from "./process-marks.ts";
import { linuxProcessTable, type ProcessIdentity } from "./process-table.ts";

export interface MarkedCommand {
  argv: readonly [string, ...string[]];
  env: Record<string, string>;
  /** What this process and everything it starts is known by. */
  mark: RunMark;
  cwd?: string;
  /** What it reads; without it, its input is closed. */
  stdin?: Uint8Array;
}

/** A program with its own session, whose descendants can all be found. */
export type MarkedProcess = Bun.Subprocess<"ignore" | Uint8Array, "pipe", "pipe">;

/** Starts a program. Throws what the system says when it cannot. */
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

/** A run, or a command, that was started in this life. */
export interface StartedRun {
  limit: bigint;
  leader: ProcessIdentity;
  /** Since when nothing may carry its mark any more, but for the time that ending it takes. */
  endedAt: number | null;
}

/** By their marks: those at work, and those that have ended not long ago. */
export const startedRuns = new Map<bigint, StartedRun>();

/** What was started for runs and commands of which something may still be there, with their marks. */
export const livingLeaders = new Map<number, bigint>();

/** What a tool of the system prints; a question to the machine, not to a CLI. */
export async function outputOf(argv: readonly [string, ...string[]]): Promise<string> {
  const child = Bun.spawn([...argv], {
    env: { PATH: "/usr/bin:/bin", LC_ALL: "C" },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "ignore",
  });
  return await new Response(watched(child).stdout).text();
}

/** Starts a program that is not ours to wait for, such as the user's browser. */
export function startAndForget(argv: readonly [string, ...string[]]): void {
  const start = () => Bun.spawn([...argv], { stdin: "ignore", stdout: "ignore", stderr: "ignore" });
  watched(withInheritedLimit(LET_GO, start)).unref();
}

/** Bun waits for this process by itself: nobody else may, and it is nobody's orphan. */
export function isOwnChild(pid: number): boolean {
  return ownChildren.has(pid);
}

const ownChildren = new Set<number>();

function watched<Child extends Bun.Subprocess>(child: Child): Child {
  ownChildren.add(child.pid);
  void child.exited.then(() => ownChildren.delete(child.pid));
  return child;
}
