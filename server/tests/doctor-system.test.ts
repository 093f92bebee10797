import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkFreeSpace, checkOpenFiles, checkPort } from "#commands/system-checks.ts";
import { loadConfig } from "#config/config.ts";
import { databasePath } from "#data-directory/data-directory.ts";
import { dataDirectory } from "#testing/backup-files.ts";
import { malamar } from "#testing/run-malamar.ts";
import { runningMalamar } from "#testing/running-malamar.ts";
import { tempDir } from "#testing/temp-dir.ts";

/** The lines of doctor's output that begin like this, with their advice. */
async function doctor(dir: string, beginning: string, ...args: string[]): Promise<string> {
  const places = ["--data-dir", join(dir, "data"), "--temp-dir", join(dir, "work")];
  const { stdout, code } = await malamar(["doctor", ...places, ...args], { PATH: "/usr/bin:/bin" });
  expect(code).toBe(0);
  const lines = stdout.split("\n");
  const at = lines.findIndex((line) => line.slice(2).startsWith(beginning));
  return [lines[at], ...(lines[at + 1]?.startsWith("  ") ? [lines[at + 1]] : [])].join("\n");
}

test("the temp directory is tested with a real file, which is deleted afterwards", async () => {
  using dir = tempDir();
  const work = join(dir.path, "work");
  mkdirSync(work, { mode: 0o700 });
  expect(await doctor(dir.path, "Temp directory")).toBe(`✓ Temp directory: ${work} (writable)`);
  expect(readdirSync(work)).toEqual([]);
});

test("a temp directory that accepts no file is named with what to do", async () => {
  using dir = tempDir();
  const advice = "  Choose another one with --temp-dir or MALAMAR_TEMP_DIR.";
  const [file, closed] = [join(dir.path, "file"), join(dir.path, "closed")];
  writeFileSync(file, "");
  mkdirSync(closed, { mode: 0o700 });
  chmodSync(closed, 0o500);
  expect(await doctor(dir.path, "Temp directory", "--temp-dir", file)).toBe(
    `✗ Temp directory: ${file} (is not a directory)\n${advice}`,
  );
  // File modes do not restrict root, but the kernel's own folders do.
  const unwritable = process.getuid?.() === 0 ? "/proc/self" : closed;
  const found = await doctor(dir.path, "Temp directory", "--temp-dir", unwritable);
  expect(found).toStartWith(`✗ Temp directory: ${unwritable} (`);
  expect(found).toEndWith(advice);
});

test("a data directory or a database that cannot be used is named with what to do", async () => {
  using dir = tempDir();
  const found = async (dataDir: string) => {
    const { stdout, code } = await malamar(["doctor", "--data-dir", dataDir]);
    expect(code).toBe(1);
    return stdout;
  };
  // File modes do not restrict root, but the kernel's own folders do.
  const closed = join(dir.path, "closed");
  mkdirSync(closed, { mode: 0o500 });
  const unwritable = process.getuid?.() === 0 ? "/proc" : closed;
  const another = "  Choose another one with --data-dir or MALAMAR_DATA_DIR.";
  expect(await found(unwritable)).toMatch(
    new RegExp(`✗ Data directory: ${unwritable} \\(.*not writable.*\\)\n${another}`),
  );

  const newer = await dataDirectory(join(dir.path, "newer"), "Newer");
  const db = new Database(databasePath(newer));
  db.run("INSERT INTO _migrations VALUES (100000, '2026-01-01')");
  db.close();
  expect(await found(newer)).toContain(
    "✗ Database: malamar.db (written by a newer Malamar)\n  Update Malamar, or choose another directory",
  );

  const strange = join(dir.path, "strange");
  mkdirSync(databasePath(strange), { recursive: true });
  expect(await found(strange)).toMatch(
    /✗ Database: malamar\.db \(cannot be read: .*\)\n {2}Check that it is a file this user can read/,
  );
});

test("a free port, another program's, and this Malamar's own are told apart", async () => {
  using dir = tempDir();
  const portOf = async (port: number, host: string, dataDir = join(dir.path, "data")) => {
    const flags = { port: `${port}`, host, "data-dir": dataDir };
    return checkPort(loadConfig(new Map(Object.entries(flags)), {}).config);
  };
  const other = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() });
  const taken = other.port!;
  const found = await doctor(dir.path, "Port", "--port", `${taken}`);
  expect(found).toStartWith(`✗ Port: ${taken} (not available)\n  Port ${taken} is already in use`);
  expect(found).toContain("choose another port with --port or MALAMAR_PORT");
  await other.stop(true);
  expect(await portOf(taken, "127.0.0.1")).toEqual({ ok: true, text: `Port: ${taken} (free)` });

  for (const host of ["127.0.0.1", "::1", "0.0.0.0"]) {
    await using server = await runningMalamar({ dir: dir.path, args: ["--host", host] });
    const text = `Port: ${server.port} (in use by this Malamar)`;
    expect(await portOf(server.port, host)).toEqual({ ok: true, text });
    // Another data directory is another Malamar.
    expect((await portOf(server.port, host, join(dir.path, "elsewhere"))).ok).toBe(false);
  }
});

test("low disk space is reported with what to do", () => {
  // It has no space at all, for anyone.
  expect(checkFreeSpace("data directory", "/proc")).toEqual({
    ok: false,
    text: "Free space for the data directory: 0 MB, less than 2048 MB",
    advice:
      "No agent starts with so little space: free up at least 2048 MB, or lower the limit in the settings.",
  });
  expect(checkFreeSpace("data directory", "/proc", 0).ok).toBe(true);
  expect(checkFreeSpace("temp directory", "/nowhere/at/all").text).toMatch(/: \d+ MB/);
});

test("a low limit of open files is reported with what to do", () => {
  expect(checkOpenFiles(1024)).toEqual({ ok: true, text: "Open files: up to 1024" });
  expect(checkOpenFiles(256)).toMatchObject({ ok: false, text: expect.stringContaining("256") });
  expect(checkOpenFiles(256).advice).toContain("ulimit -n 4096");
});
