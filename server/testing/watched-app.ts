import { copyFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseState } from "@malamar/contract/database.ts";
import type { ErrorBody } from "@malamar/contract/error.ts";
import { databasePath } from "#data-directory/data-directory.ts";
import { createLoopApp } from "./loop-app.ts";
import { tempDir } from "./temp-dir.ts";
import { virtualTime } from "./virtual-time.ts";

const NOTICED_MS = 5000;

/** The application whose database is watched, in virtual time. */
export async function createWatchedApp(team: Parameters<typeof createLoopApp>[0] = {}) {
  const dir = tempDir();
  const time = virtualTime();
  const app = await createLoopApp({ dataDir: join(dir.path, "data"), ...time, ...team });
  const path = databasePath(app.dataDir);
  app.db.run("PRAGMA wal_checkpoint(TRUNCATE)");
  copyFileSync(path, `${path}.before-start`);
  const stopWatch = app.database.start();
  return {
    ...app,
    path,
    time,
    notice: () => time.advance(NOTICED_MS),
    createTitled: (title: string) =>
      app.call<ErrorBody>("POST", "/api/workspaces", { body: { title } }),
    state: async () => (await app.call<DatabaseState>("GET", "/api/database")).body,
    rescued: () => readdirSync(app.dataDir).filter((name) => name.startsWith("malamar.rescued-")),
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      stopWatch();
      dir[Symbol.dispose]();
    },
  };
}
