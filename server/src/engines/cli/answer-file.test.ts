import { expect, test } from "bun:test";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempDir } from "#testing/temp-dir.ts";
import { readAnswerFile, reserveOutputPath } from "./answer-file.ts";

test("an output path is new every time, and nothing is there", () => {
  using dir = tempDir();
  const path = reserveOutputPath(dir.path, "malamar_output");
  expect(path).toMatch(/\/malamar_output_[\w-]{21}\.json$/);
  expect(reserveOutputPath(dir.path, "malamar_output")).not.toBe(path);
  expect(readAnswerFile(path)).toEqual({ kind: "missing" });
});

test("an answer that is a link, a pipe, a directory or far too large is not read", () => {
  using dir = tempDir();
  const secret = join(dir.path, "secret");
  writeFileSync(secret, '{"actions":[]}');
  const link = join(dir.path, "link");
  symlinkSync(secret, link);
  const pipe = join(dir.path, "pipe");
  Bun.spawnSync(["mkfifo", pipe]);
  const large = join(dir.path, "large");
  Bun.spawnSync(["truncate", "-s", "17M", large]);
  for (const path of [link, pipe, dir.path, large]) {
    expect(readAnswerFile(path).kind).toBe("unusable");
  }
  expect(readAnswerFile(secret)).toEqual({ kind: "text", text: '{"actions":[]}' });
});
