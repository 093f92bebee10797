import { removeFolder, temporaryFolder } from "./clean-up.ts";
import { ANSWER, LAST_WORD, shellProgram } from "./shell-program.ts";
import { startStamps } from "./stamps.ts";
import { spawnBare } from "./spawn-bare.ts";

/**
 * The smallest program that passes for a CLI: it reports its start, answers, and reports its end.
 * It gets the path for its answer and the pipe for its reports.
 */
export async function stampingProgram() {
  const folder = temporaryFolder();
  const path = shellProgram(folder, [
    `echo started >"$2"`,
    `echo '${ANSWER}' >"$1"`,
    `echo '${LAST_WORD}'`,
    `echo ended >"$2"`,
  ]);
  const stamps = await startStamps();
  return {
    path,
    stamps,

    /** Started as Malamar starts a CLI, and read to its end. */
    async runBare(): Promise<void> {
      const child = spawnBare([path, `${folder}/answer`, stamps.path], folder);
      await Promise.all([child.stdout.bytes(), child.stderr.bytes(), child.exited]);
    },

    async close(): Promise<void> {
      await stamps.close();
      removeFolder(folder);
    },
  };
}
