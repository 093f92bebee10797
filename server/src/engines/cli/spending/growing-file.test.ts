import { expect, test } from "bun:test";
import { appendFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempDir } from "#testing/temp-dir.ts";
import { createGrowingFile } from "./growing-file.ts";

async function linesOf(file: ReturnType<typeof createGrowingFile>): Promise<string[]> {
  const lines: string[] = [];
  await file.look((line) => lines.push(line));
  return lines;
}

test("each read returns what was added since, an incomplete line with its rest", async () => {
  using dir = tempDir();
  const path = join(dir.path, "log.jsonl");
  writeFileSync(path, "one\ntwo\nthr");
  const file = createGrowingFile(path);
  expect(await linesOf(file)).toEqual(["one", "two"]);
  expect(await linesOf(file)).toEqual([]);
  appendFileSync(path, "ee\nfour\n");
  expect(await linesOf(file)).toEqual(["three", "four"]);
});

test("a read is bounded, and the next ones return the rest", async () => {
  using dir = tempDir();
  const path = join(dir.path, "log.jsonl");
  const line = "x".repeat(1024 * 1024 - 1);
  writeFileSync(path, `${line}\n`.repeat(20));
  const file = createGrowingFile(path);
  const read = [await linesOf(file), await linesOf(file), await linesOf(file)];
  expect(read.map(({ length }) => length)).toEqual([8, 8, 4]);
});

test("anything but a regular file is not read, and nobody waits for it", async () => {
  using dir = tempDir();
  const pipe = join(dir.path, "pipe");
  expect(Bun.spawnSync(["mkfifo", pipe]).exitCode).toBe(0);
  expect(await linesOf(createGrowingFile(pipe))).toEqual([]);
  const link = join(dir.path, "link");
  symlinkSync("/etc/hostname", link);
  const missing = join(dir.path, "none");
  for (const path of [link, missing]) {
    const refused = linesOf(createGrowingFile(path)).catch(() => "refused");
    expect(await refused).toBe("refused");
  }
});
