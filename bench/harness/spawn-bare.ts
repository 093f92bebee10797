import { endAtExit } from "./clean-up.ts";

/** Starts a program as Malamar starts a CLI, and nothing more. */
export function spawnBare(command: readonly [string, ...string[]], cwd: string) {
  const child = Bun.spawn([...command], {
    env: { PATH: "" },
    cwd,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    detached: true,
  });
  endAtExit(child);
  return child;
}
