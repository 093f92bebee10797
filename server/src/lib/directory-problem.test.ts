import { expect, test } from "bun:test";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempDir } from "#testing/temp-dir.ts";
import { directoryProblem } from "./directory-problem.ts";

test("a directory that can be entered has no problem, and any other path has one", () => {
  using dir = tempDir();
  const inside = (name: string) => join(dir.path, name);
  symlinkSync(inside("loop"), inside("loop"));
  writeFileSync(inside("file"), "");
  expect(directoryProblem(dir.path)).toBeNull();
  expect(directoryProblem(inside("none"))).toBe(
    `working directory does not exist: ${inside("none")}`,
  );
  expect(directoryProblem(inside("file"))).toBe(
    `working directory is not a directory: ${inside("file")}`,
  );
  expect(directoryProblem(inside("loop"))).toStartWith(
    "working directory cannot be entered: ELOOP",
  );
});

test("an existing directory that may not be entered is a problem", () => {
  using dir = tempDir();
  const closed = join(dir.path, "closed");
  mkdirSync(closed);
  chmodSync(closed, 0);
  const problem = asOrdinaryUser(dir.path, () => directoryProblem(closed));
  expect(problem).toStartWith("working directory cannot be entered: EACCES");
});

/** Root may enter anything. */
function asOrdinaryUser<Result>(parent: string, work: () => Result): Result {
  if (process.geteuid!() !== 0) return work();
  chmodSync(parent, 0o755);
  process.seteuid!(65_534);
  try {
    return work();
  } finally {
    process.seteuid!(0);
  }
}
