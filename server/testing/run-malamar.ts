import { join } from "node:path";

export const MAIN = join(import.meta.dir, "../src/main.ts");

/** Starts the program, with only the shell's tools on the PATH, and a home that is not writable. */
export function startMalamar(argv: readonly string[], env: Record<string, string> = {}, cwd = ".") {
  return Bun.spawn([process.execPath, "--no-env-file", MAIN, ...argv], {
    env: { HOME: "/dev/null", PATH: "/usr/bin:/bin", ...env },
    cwd,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    // A server that starts where it should refuse must not outlive its test.
    timeout: 60_000,
    killSignal: "SIGKILL",
  });
}

/** Runs a command to its end. */
export async function malamar(argv: string[], env: Record<string, string> = {}, cwd = ".") {
  const child = startMalamar(argv, env, cwd);
  const [stdout, stderr, code] = await Promise.all([
    child.stdout.text(),
    child.stderr.text(),
    child.exited,
  ]);
  return { stdout, stderr, code };
}
