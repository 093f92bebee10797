import { Database } from "bun:sqlite";
import { databasePath } from "#data-directory/data-directory.ts";
import { createLoopApp, type LoopOptions } from "./loop-app.ts";
import type { Part } from "./scripted-team.ts";
import { tempDir } from "./temp-dir.ts";
import { virtualTime } from "./virtual-time.ts";

/** The application in virtual time; after `lock` nothing can be written, as on a full disk. */
export async function createLockableApp(
  team: (lock: () => void) => Record<string, Part>,
  options: LoopOptions = {},
) {
  const dir = tempDir();
  const time = virtualTime();
  const lock = () => void other.run("BEGIN IMMEDIATE");
  const app = await createLoopApp({ team: team(lock), dataDir: dir.path, ...options, ...time });
  app.db.run("PRAGMA busy_timeout = 0");
  const other = new Database(databasePath(dir.path));

  return {
    ...app,
    time,
    lock,
    unlock: () => other.close(),
    /** An answer is there that cannot be stored. */
    async answerIsKept(): Promise<void> {
      while (!app.logLines.some((line) => line.includes("Malamar keeps it"))) {
        await new Promise(setImmediate);
      }
    },
    async [Symbol.asyncDispose]() {
      other.close();
      await app[Symbol.asyncDispose]();
      dir[Symbol.dispose]();
    },
  };
}
