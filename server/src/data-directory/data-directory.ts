import { accessSync, chmodSync, constants, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "#lib/app-error.ts";
import { StartupError } from "#lib/startup-error.ts";

export const DATABASE_FILE = "malamar.db";

export function databasePath(dataDir: string): string {
  return join(dataDir, DATABASE_FILE);
}

/** Makes the data directory if it is missing, private to its owner. */
export function prepareDataDirectory(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (cause) {
    const reason = messageOf(cause);
    throw new StartupError(
      `The data directory ${dataDir} cannot be created: ${reason}. ${CHOOSE_ANOTHER}`,
      { cause },
    );
  }
  const problem = dataDirectoryProblem(dataDir);
  if (problem)
    throw new StartupError(`The data directory ${dataDir} ${problem}. ${CHOOSE_ANOTHER}`);
}

export const CHOOSE_ANOTHER = "Choose another one with --data-dir or MALAMAR_DATA_DIR.";

/** Why an existing directory cannot be used, as the end of a sentence. */
export function dataDirectoryProblem(dataDir: string): string | null {
  const stats = statSync(dataDir);
  if (!stats.isDirectory()) return "is not a directory";
  if (stats.uid !== process.getuid?.()) return `belongs to another user (uid ${stats.uid})`;
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return "is not writable";
  }
  return null;
}

/**
 * Closes a directory that contains only our own files to others, and returns whether it is closed.
 * One with other things in it (someone passed their project, or /tmp) is not ours to close.
 */
export function closeToOthers(dataDir: string): boolean {
  const isOurs = readdirSync(dataDir).every((name) => OWN_FILES.test(name));
  if (isOurs) chmodSync(dataDir, 0o700);
  return (statSync(dataDir).mode & 0o077) === 0;
}

const OWN_FILES =
  /^(malamar\.(db|lock|rescued-).*|token|installation\.key.*|reserve|(runs|checks)(\.before-restore-.*)?|restore-.*|worktrees|checkpoints|trials|locks|demo|logs|(processes|server)\.json.*)$/;
