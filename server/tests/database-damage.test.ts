import { Database } from "bun:sqlite";
import { afterAll, expect, test } from "bun:test";
import {
  closeSync,
  copyFileSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import type { ErrorBody } from "@malamar/contract/error.ts";
import { databasePath } from "#data-directory/data-directory.ts";
import { dataDirectory } from "#testing/backup-files.ts";
import { createLoopApp } from "#testing/loop-app.ts";
import { malamar } from "#testing/run-malamar.ts";
import { tempDir } from "#testing/temp-dir.ts";
import { createWatchedApp } from "#testing/watched-app.ts";

/** Overwrites pages in the middle of the file, as a bad disk does. */
function damage(path: string): void {
  const file = openSync(path, "r+");
  const { size } = statSync(path);
  for (let at = 4096; at < size; at += 4096) writeSync(file, Buffer.alloc(4096, 0x55), 0, 4096, at);
  closeSync(file);
}

test("a logged-in browser learns of the damage like everyone else", async () => {
  const token = "a-token-of-some-length";
  await using app = await createWatchedApp({ config: { token } });
  const login = await app.send("POST", "/api/login", { body: { token } });
  const cookie = login.headers.get("set-cookie")!.split(";")[0]!;
  app.db.run("PRAGMA wal_checkpoint(TRUNCATE)");
  app.db.run("PRAGMA cache_size = 0");
  damage(app.path);
  app.db.run("PRAGMA shrink_memory");
  const { status, body } = await app.call<ErrorBody>("GET", "/api/database", {
    headers: { cookie },
  });
  expect({ status, code: body.error.code }).toEqual({ status: 503, code: "DATABASE_DAMAGED" });
  expect(app.database.trouble()).toBe("damaged");
});

test("with a damaged database answers say what to do, never a bare 500, and nothing more is accepted", async () => {
  await using app = await createWatchedApp();
  app.db.run("PRAGMA wal_checkpoint(TRUNCATE)");
  app.db.run("PRAGMA cache_size = 0");
  damage(app.path);
  app.db.run("PRAGMA shrink_memory");
  const read = await app.call<ErrorBody>("GET", "/api/workspaces");
  expect({ status: read.status, code: read.body.error.code }).toEqual({
    status: 503,
    code: "DATABASE_DAMAGED",
  });
  expect(read.body.error.message).toContain("restore a backup");
  const write = await app.createTitled("After");
  expect({ status: write.status, code: write.body.error.code }).toEqual({
    status: 503,
    code: "DATABASE_DAMAGED",
  });
  expect(await app.state()).toMatchObject({ trouble: "damaged", can_rescue: false });
  expect((await app.call("POST", "/api/database/rescue")).status).toBe(409);
  app.notice();
  expect(app.logLines.filter((line) => line.includes("is damaged"))).toHaveLength(1);
});

const OTHER = tempDir();
afterAll(() => OTHER[Symbol.dispose]());

const IN_PLACE: [what: string, harm: (path: string) => Promise<void>][] = [
  ["cut off", async (path) => truncateSync(path, 4096)],
  ["cut off by its last page", async (path) => truncateSync(path, statSync(path).size - 4096)],
  ["overwritten in its middle", async (path) => damage(path)],
  ["overwritten by something else", async (path) => writeFileSync(path, "x".repeat(500_000))],
  [
    "overwritten by another database of Malamar",
    async (path) => {
      const dataDir = await dataDirectory(join(OTHER.path, "data"), "Another");
      const { ino } = statSync(path);
      copyFileSync(databasePath(dataDir), path);
      expect(statSync(path).ino).toBe(ino);
    },
  ],
  [
    "overwritten by its version from before the start",
    async (path) => copyFileSync(`${path}.before-start`, path),
  ],
];

test.each(IN_PLACE)(
  "a database that is %s in place is noticed although all of it is still in memory, and a stop works",
  async (_what, harm) => {
    await using app = await createWatchedApp();
    app.db.run("PRAGMA wal_checkpoint(TRUNCATE)");
    // A change between two looks without a checkpoint of SQLite is not its own.
    app.notice();
    await harm(app.path);
    app.notice();
    const { status, body } = await app.createTitled("After");
    expect({ status, code: body.error.code }).toEqual({ status: 503, code: "DATABASE_DAMAGED" });
  },
);

test("a sound database is never called damaged: neither while its end is in the write-ahead log, nor after a VACUUM from outside", async () => {
  await using app = await createWatchedApp();
  const description = "x".repeat(30_000);
  const grow = (times: number) =>
    Promise.all(
      Array.from({ length: times }, (_, at) =>
        app.createWorkspace({ title: `Grown ${at}`, description }),
      ),
    );
  await grow(20);
  const reader = new Database(app.path, { readonly: true });
  reader.run("BEGIN");
  reader.query("SELECT count(*) FROM workspaces").get();
  // A reader holds back the pages that are written after this, but not the first one.
  app.db.run("UPDATE workspaces SET description = replace(description, 'x', 'y')");
  app.db.run("PRAGMA wal_checkpoint(PASSIVE)");
  expect(statSync(app.path).size).toBeLessThan(sizeInHeader(app.path));
  app.notice();
  expect((await app.state()).trouble).toBeNull();
  reader.run("COMMIT");
  reader.close();

  app.db.run("PRAGMA wal_checkpoint(TRUNCATE)");
  app.notice();
  const before = statSync(app.path).size;
  app.db.run("DELETE FROM workspaces WHERE title LIKE 'Grown%'");
  const other = new Database(app.path);
  other.run("VACUUM");
  other.run("PRAGMA wal_checkpoint(TRUNCATE)");
  other.close();
  expect(statSync(app.path).size).toBeLessThan(before);
  app.notice();
  expect((await app.state()).trouble).toBeNull();
  expect((await app.createTitled("After")).status).toBe(201);
});

function sizeInHeader(path: string): number {
  const header = readFileSync(path).subarray(0, 100);
  return header.readUInt16BE(16) * header.readUInt32BE(28);
}

test("a database that turns out damaged during a stop does not prevent the stop", async () => {
  const app = await createLoopApp();
  app.db.run("PRAGMA wal_checkpoint(TRUNCATE)");
  truncateSync(databasePath(app.dataDir), 0);
  await app.createWorkspace();
  await app.stop();
  expect(app.logLines.filter((line) => line.includes("is damaged"))).toHaveLength(1);
});

test("doctor checks every page", async () => {
  using dir = tempDir();
  const app = await createLoopApp({ dataDir: dir.path });
  await app.stop();
  const path = databasePath(dir.path);
  expect((await malamar(["doctor", "--data-dir", dir.path])).stdout).toContain("✓ Database");
  // Its last page: a check of only the beginning misses it.
  const file = openSync(path, "r+");
  writeSync(file, Buffer.alloc(4096, 0x55), 0, 4096, statSync(path).size - 4096);
  closeSync(file);
  const { stdout, code } = await malamar(["doctor", "--data-dir", dir.path]);
  expect(code).toBe(1);
  expect(stdout).toContain("✗ Database: malamar.db (");
  expect(stdout).toContain("restore a backup");
});
