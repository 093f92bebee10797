import { expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { tempDir } from "#testing/temp-dir.ts";
import { createLogFile } from "./log-file.ts";

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

function logIn(root: string, fileBytes?: number) {
  const dir = join(root, "logs");
  const trouble: string[] = [];
  const log = createLogFile({
    dir,
    onTrouble: (reason) => trouble.push(reason),
    ...(fileBytes !== undefined && { fileBytes }),
  });
  return { log, dir, path: join(dir, "malamar.log"), trouble };
}

test("nothing is written before the data directory is ours, and nothing from that time is lost", () => {
  using root = tempDir();
  const { log, dir, path } = logIn(root.path);
  log.write("first");
  expect(existsSync(dir)).toBe(false);
  log.begin();
  log.write("second");
  expect(readFileSync(path, "utf8")).toBe("first\nsecond\n");
});

test("the log is private, even if an older one was not", () => {
  using root = tempDir();
  const { log, dir, path } = logIn(root.path);
  mkdirSync(dir, { mode: 0o755 });
  writeFileSync(path, "old\n", { mode: 0o644 });
  log.begin();
  log.write("new");
  expect([modeOf(dir), modeOf(path)]).toEqual(["700", "600"]);
  expect(readFileSync(path, "utf8")).toBe("old\nnew\n");
});

test("old files make room for new ones, and their total has a limit", () => {
  using root = tempDir();
  const { log, dir, path, trouble } = logIn(root.path, 1000);
  log.begin();
  for (let n = 0; n < 500; n++) log.write(`line ${n} ${"x".repeat(40)}`);
  const names = readdirSync(dir).toSorted();
  expect(names).toEqual([
    "malamar.1.log",
    "malamar.2.log",
    "malamar.3.log",
    "malamar.4.log",
    "malamar.log",
  ]);
  for (const name of names) expect(statSync(join(dir, name)).size).toBeLessThanOrEqual(1000);
  expect(readFileSync(path, "utf8")).toContain("line 499 ");
  // Without a gap from the newest to the oldest.
  const kept = ["4.", "3.", "2.", "1.", ""]
    .map((age) => readFileSync(join(dir, `malamar.${age}log`), "utf8"))
    .join("");
  const numbers = [...kept.matchAll(/^line (\d+)/gm)].map((match) => Number(match[1]));
  expect(numbers).toEqual(numbers.map((_, at) => 500 - numbers.length + at));
  expect(trouble).toEqual([]);
});

test("by default it keeps 50 MB, and no line is longer than a few screens", () => {
  using root = tempDir();
  const { log, dir, path } = logIn(root.path);
  log.begin();
  log.write("x".repeat(5_000_000));
  expect(statSync(path).size).toBeLessThan(110_000);
  for (let n = 0; n < 700; n++) log.write("x".repeat(100_000));
  const sizes = readdirSync(dir).map((name) => statSync(join(dir, name)).size);
  expect(sizes).toHaveLength(5);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(50_000_000);
});

test("an unusable folder is reported once, and the log continues when it works again", () => {
  using root = tempDir();
  const { log, dir, path, trouble } = logIn(root.path);
  writeFileSync(dir, "in the way");
  log.begin();
  for (const line of ["a", "b", "c"]) log.write(line);
  expect(trouble).toEqual([expect.stringContaining(dir)]);
  rmSync(dir);
  log.write("d");
  expect(readFileSync(path, "utf8")).toBe("d\n");
});

test("a link instead of the log is not followed, and a pipe does not block", () => {
  using root = tempDir();
  const { log, dir, path, trouble } = logIn(root.path);
  const precious = join(root.path, "precious");
  writeFileSync(precious, "mine");
  mkdirSync(dir);
  symlinkSync(precious, path);
  log.begin();
  log.write("a");
  expect(readFileSync(precious, "utf8")).toBe("mine");
  rmSync(path);
  Bun.spawnSync(["mkfifo", path]);
  log.write("b");
  expect(trouble).toHaveLength(1);
  rmSync(path);
  log.write("c");
  expect(readFileSync(path, "utf8")).toBe("c\n");
});

test("a log that someone moves or removes starts afresh", () => {
  using root = tempDir();
  const { log, path, trouble } = logIn(root.path);
  log.begin();
  log.write("a");
  renameSync(path, `${path}.mine`);
  log.write("b");
  expect(readFileSync(path, "utf8")).toBe("b\n");
  rmSync(path);
  log.write("c");
  expect(readFileSync(path, "utf8")).toBe("c\n");
  expect(readFileSync(`${path}.mine`, "utf8")).toBe("a\n");
  expect(trouble).toEqual([]);
});

test("a data directory that was moved away is not created again", () => {
  using root = tempDir();
  const dataDir = join(root.path, "data");
  mkdirSync(dataDir);
  const { log, path, trouble } = logIn(dataDir);
  log.begin();
  log.write("a");
  renameSync(dataDir, join(root.path, "moved"));
  log.write("b");
  expect(existsSync(dataDir)).toBe(false);
  expect(trouble).toEqual([expect.stringContaining("is gone")]);
  renameSync(join(root.path, "moved"), dataDir);
  log.write("c");
  expect(readFileSync(path, "utf8")).toBe("a\nc\n");
});

/** No file may grow beyond a block: what a full disk does, including the half-written line. */
const FULL = `
  import { createLogFile } from ${JSON.stringify(join(import.meta.dir, "log-file.ts"))};
  import { readFileSync, truncateSync } from "node:fs";
  const [dir] = process.argv.slice(-1);
  const path = dir + "/malamar.log";
  let troubles = 0;
  const log = createLogFile({ dir, onTrouble: () => troubles++ });
  log.begin();
  for (let n = 0; n < 100; n++) log.write("line " + n + " " + "x".repeat(40));
  truncateSync(path, 20);
  log.write("there is room again");
  console.log(JSON.stringify({ troubles, text: readFileSync(path, "utf8") }));
`;

test("a full disk is reported once, and afterwards lines are whole again", async () => {
  using root = tempDir();
  const command = `trap '' XFSZ; ulimit -f 1; exec "$0" -e "$1" "$2"`;
  const child = Bun.spawn(
    ["/bin/sh", "-c", command, process.execPath, FULL, join(root.path, "logs")],
    { stdio: ["ignore", "pipe", "pipe"], env: { PATH: "/usr/bin:/bin", HOME: root.path } },
  );
  const [out, errors] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  expect(errors).toBe("");
  const { troubles, text } = JSON.parse(out) as { troubles: number; text: string };
  expect(troubles).toBe(1);
  expect(text).toEndWith("\nthere is room again\n");
});
