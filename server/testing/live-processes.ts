import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { tempDir } from "./temp-dir.ts";

/** Yields to the system until something holds; the test's own time limit ends a vain wait. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await Bun.sleep(1);
}

/** A zombie does not count as alive. */
export function isAlive(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

/**
 * A directory into whose files processes write their pids. At the end of the block, whether or not
 * the test passed, all of them are killed: a survivor would hang the test run.
 */
export function liveProcesses() {
  const dir = tempDir();
  const pidIn = (file: string) => Number(readFileSync(file, "utf8"));

  /** Waits until the process has reported its pid. */
  async function pidOf(name: string): Promise<number> {
    const file = join(dir.path, name);
    await until(() => existsSync(file) && pidIn(file) > 0);
    return pidIn(file);
  }

  return {
    path: dir.path,
    pidOf,

    /**
     * Also waits until what is `staying` has become its last program: meanwhile it shows no
     * variables.
     */
    settled: async (name: string): Promise<number> => {
      const pid = await pidOf(name);
      await until(() => readFileSync(`/proc/${pid}/cmdline`, "utf8").startsWith("sleep\0"));
      return pid;
    },

    [Symbol.dispose]() {
      for (const name of readdirSync(dir.path)) {
        const pid = name.endsWith(".pid") ? pidIn(join(dir.path, name)) : 0;
        if (pid > 1 && isAlive(pid)) process.kill(pid, "SIGKILL");
      }
      dir[Symbol.dispose]();
    },
  };
}

/** A shell command that writes its pid to a file and then stays until it is ended. */
export function staying(dir: string, name: string): string {
  return `sh -c 'echo $$ > ${join(dir, name)}; exec sleep 1000'`;
}
