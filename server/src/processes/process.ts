import { becomeSubreaper, withInheritedLimit } from "./libc.ts";
import { limitMark, markedEnvironment, type RunMark } from "./process-marks.ts";

export interface MarkedCommand {
  argv: readonly [string, ...string[]];
  env: Record<string, string>;
  /** What this process and everything it starts is known by. */
  mark: RunMark;
  cwd?: string;
}

/** A program with its own session and no input, whose descendants can all be found. */
export type CliProcess = Bun.Subprocess<"ignore", "pipe", "pipe">;

/** Starts a CLI. Throws what the system says when it cannot. */
export function spawnCli(command: MarkedCommand): CliProcess {
  return spawnMarked(command, "pipe");
}

/** The same for a short question, of which only stdout counts. */
export type ShortProcess = Bun.Subprocess<"ignore", "pipe", "ignore">;

/** Starts what endShortCommands may cut off. */
export function spawnShortCommand(command: MarkedCommand): ShortProcess {
  const child = spawnMarked(command, "ignore");
  shortCommands.add(child.pid);
  void child.exited.then(() => shortCommands.delete(child.pid));
  return child;
}

function spawnMarked<Stderr extends "pipe" | "ignore">(
  { argv, env, mark, cwd }: MarkedCommand,
  stderr: Stderr,
): Bun.Subprocess<"ignore", "pipe", Stderr> {
  becomeSubreaper();
  const child = withInheritedLimit(limitMark(mark), () =>
    Bun.spawn([...argv], {
      env: { ...env, ...markedEnvironment(mark) },
      ...(cwd !== undefined && { cwd }),
      stdin: "ignore",
      stdout: "pipe",
      stderr,
      detached: true,
    }),
  );
  void child.exited.then(() => endedMarks.set(limitMark(mark), performance.now()));
  return watched(child);
}

/** Since when nothing may carry these marks any more, but for the time that ending it takes. */
export const endedMarks = new Map<bigint, number>();

/** Ends what is still being asked: an answer is of no use any more. */
export function endShortCommands(): void {
  for (const leader of shortCommands) {
    try {
      process.kill(-leader, "SIGKILL");
    } catch {
      // It is just ending by itself.
    }
  }
}

/** Leaders of the groups of all short commands that have not ended. */
const shortCommands = new Set<number>();

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
  watched(Bun.spawn([...argv], { stdin: "ignore", stdout: "ignore", stderr: "ignore" })).unref();
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
