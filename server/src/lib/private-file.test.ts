import { expect, test } from "bun:test";
import { readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempDir } from "#testing/temp-dir.ts";
import { writePrivateFile } from "./private-file.ts";

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

test("a file is private and replaces what was there", () => {
  using dir = tempDir();
  const path = join(dir.path, "in.md");
  writePrivateFile(path, "one");
  writePrivateFile(path, "two");
  expect(readFileSync(path, "utf8")).toBe("two");
  expect(modeOf(path)).toBe("600");
});

test("a link instead of a file is replaced and never followed", () => {
  using dir = tempDir();
  const precious = join(dir.path, "precious");
  writeFileSync(precious, "keep me");
  const path = join(dir.path, "in.md");
  symlinkSync(precious, path);
  writePrivateFile(path, "new");
  expect(readFileSync(precious, "utf8")).toBe("keep me");
  expect(readFileSync(path, "utf8")).toBe("new");
});
