import type { ChangeCount } from "@malamar/contract/checkpoint.ts";
import { expect, test } from "bun:test";
import { changeWords, hasChanges, measureOf } from "./changes.logic.ts";

test.each([
  [{ files: 12, additions: 340, deletions: 25 }, "12 files changed, 340 lines added, 25 removed"],
  [{ files: 1, additions: 1, deletions: 0 }, "1 file changed, 1 line added"],
  [{ files: 1, additions: 0, deletions: 1 }, "1 file changed, 1 line removed"],
  [{ files: 2, additions: 0, deletions: 0 }, "2 files changed"],
  [
    { files: 1200, additions: 10_000, deletions: 2_000 },
    "1,200 files changed, 10,000 lines added, 2,000 removed",
  ],
])("%j is read as %p", (changes, words) => {
  expect(changeWords(changes)).toBe(words);
});

test.each<[ChangeCount, ReturnType<typeof measureOf>]>([
  [{ files: 2, additions: 1, deletions: 0 }, "lines"],
  [{ files: 2, additions: 0, deletions: 0 }, "files"],
  // An agent that only committed.
  [{ files: 0, additions: 0, deletions: 0 }, null],
])("%j is measured in %p", (changes, measure) => {
  expect(measureOf(changes)).toBe(measure);
});

test("a task without checkpoints, or without a difference, shows nothing", () => {
  expect(hasChanges(null)).toBe(false);
  expect(hasChanges({ files: 0, additions: 0, deletions: 0 })).toBe(false);
  expect(hasChanges({ files: 1, additions: 0, deletions: 0 })).toBe(true);
});
