import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createTestApp } from "#testing/create-test-app.ts";
import { malamar } from "#testing/run-malamar.ts";
import { tempDir } from "#testing/temp-dir.ts";
import { exported, comparable, livedInApp, onHold } from "#testing/workspace-files.ts";

test("the commands do the same: by id or title next to a server, and back without one", async () => {
  using dir = tempDir();
  await using app = await livedInApp();
  const now = await exported(app, app.workspace.id);
  const expected = comparable(now);
  const run = (...argv: string[]) => malamar(["--data-dir", app.dataDir, ...argv], {}, dir.path);

  const byTitle = await run("export", "büro & söhne/../x");
  expect({ stderr: byTitle.stderr, code: byTitle.code }).toEqual({ stderr: "", code: 0 });
  const [name] = readdirSync(dir.path);
  expect(name).toMatch(/^malamar-büro-söhne-x-\d{8}-\d{6}\.json$/);
  const file = join(dir.path, name!);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(byTitle.stdout).toContain("It does not contain runs and their transcripts");
  expect(comparable(JSON.parse(readFileSync(file, "utf8")) as object)).toEqual(expected);

  expect((await run("export", "--", app.workspace.id, "by-id.json")).code).toBe(0);
  const again = await run("export", "--", app.workspace.id, "by-id.json");
  expect([again.code, again.stderr]).toEqual([
    1,
    `malamar: ${join(dir.path, "by-id.json")} exists already and was left as it is. Choose another name.\n`,
  ]);

  await app.createWorkspace({ title: "Twin" });
  await app.createWorkspace({ title: "Twin" });
  const ambiguous = await run("export", "twin");
  expect(ambiguous.code).toBe(1);
  expect(ambiguous.stderr).toMatch(
    /^malamar: Several workspaces are called "twin"\. Name the one you mean by its id:\n {2}[\w-]{21} {2}Twin\n {2}[\w-]{21} {2}Twin\n$/,
  );
  const unknown = await run("export", "nothing");
  expect(unknown.code).toBe(1);
  expect(unknown.stderr).toContain('There is no workspace "nothing". These exist:\n');

  const refused = await run("import", file);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toBe(
    `malamar: Malamar is running on the data directory ${app.dataDir}. Stop it first, or let it import the file itself: POST /api/import takes files up to 16 MiB. Nothing was changed.\n`,
  );

  const other = join(dir.path, "other");
  const done = await malamar(["import", file, "--data-dir", other]);
  expect({ stderr: done.stderr, code: done.code }).toEqual({ stderr: "", code: 0 });
  expect(done.stdout).toContain("2 agents, 4 tasks, 1 chat.");
  const [, id] = /\(([\w-]{21})\)/.exec(done.stdout)!;
  const back = await malamar(["export", "--data-dir", other, "--", id!, "back.json"], {}, dir.path);
  expect(back.code).toBe(0);
  const copy = JSON.parse(readFileSync(join(dir.path, "back.json"), "utf8")) as object;
  expect(comparable(copy)).toEqual(comparable(onHold(now)));
}, 30_000);

test("an invalid import file is named with the reason, and no database is created for it", async () => {
  using dir = tempDir();
  const dataDir = join(dir.path, "data");
  const file = join(dir.path, "bad.json");
  for (const [content, reason] of [
    ["{}", "This is not an export of a Malamar workspace"],
    [Buffer.from([0xff, 0xfe, 0x00]), ""],
    ["", "This is not an export of a Malamar workspace, or it is damaged: "],
  ] as const) {
    writeFileSync(file, content);
    const { stderr, code } = await malamar(["import", file, "--data-dir", dataDir]);
    expect(code).toBe(1);
    expect(stderr).toStartWith(`malamar: ${file} cannot be imported: ${reason}`);
    expect(stderr).toEndWith(". Nothing was changed.\n");
  }
  const none = join(dir.path, "none");
  const { stderr } = await malamar(["import", none, "--data-dir", dataDir]);
  expect(stderr).toBe(`malamar: There is no file ${none}. Nothing was changed.\n`);
  expect(existsSync(dataDir)).toBe(false);
});

test("an import after a crash leaves the mark of the crash for the next start", async () => {
  using dir = tempDir();
  await using app = await createTestApp({ dataDir: join(dir.path, "data") });
  const file = join(dir.path, "w.json");
  const { id } = await app.createWorkspace();
  writeFileSync(file, JSON.stringify(await exported(app, id)));
  const crashed = join(dir.path, "crashed");
  expect(Bun.spawnSync(["cp", "-r", app.dataDir, crashed]).exitCode).toBe(0);
  expect((await malamar(["import", file, "--data-dir", crashed])).code).toBe(0);
  expect(existsSync(join(crashed, "malamar.db-wal"))).toBe(true);
});
