import { directoryProblem } from "#lib/directory-problem.ts";

/** What the system says when the machine has no room for another process, whatever the program. */
const OF_THE_MACHINE: ReadonlySet<unknown> = new Set(["EAGAIN", "ENOMEM", "EMFILE", "ENFILE"]);

/** Whether the start failed because of the program, and not its directory or the machine. */
export function isOfProgram(error: unknown, cwd: string): boolean {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return !OF_THE_MACHINE.has(code) && directoryProblem(cwd) === null;
}
