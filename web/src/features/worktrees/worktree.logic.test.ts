import { expect, test } from "bun:test";
import type { Worktree } from "@malamar/contract/worktree.ts";
import {
  checkoutOf,
  keptUntilWords,
  problemWords,
  removalWords,
  totalWords,
} from "./worktree.logic.ts";

const now = new Date(2026, 10, 19, 12, 0);
const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString();
const open = { state: "ready", removable_at: null, problem: null } as const;
const worktree = (fields: Partial<Worktree>) => ({ ...open, ...fields });

test("the worktree of an open task is not about to be removed", () => {
  expect(removalWords(worktree({}), now)).toBe(null);
});

test("a worktree says when it is removed", () => {
  const words = (hours: number) =>
    removalWords(worktree({ removable_at: at(hours) }), now, "en-GB");
  expect(words(4)).toBe("Will be removed 16:00");
  expect(words(24)).toBe("Will be removed 20 Nov, 12:00");
  expect(words(-1)).toBe("Will be removed soon");
});

test("what keeps a worktree is said instead of a time", () => {
  const kept = worktree({ removable_at: at(-1), problem: "no checkpoint contains core.img" });
  expect(removalWords(kept, now)).toBe(null);
  expect(problemWords(kept)).toBe("Kept: no checkpoint contains core.img");
});

test("the problem of an open task's worktree is not a reason to keep it", () => {
  const broken = worktree({ problem: "the repository /home/me/shop is gone" });
  expect(problemWords(broken)).toBe("the repository /home/me/shop is gone");
});

test("the sum says how much room there is", () => {
  const worktrees = [{} as Worktree];
  expect(
    totalWords({ worktrees, total_bytes: 1_230_000_000, checkpoints: 48, free_mb: 43_000 }),
  ).toBe("1 worktree, 1.2 GB in total, 48 checkpoints, 45.1 GB free");
  expect(totalWords({ worktrees: [], total_bytes: 0, checkpoints: 0, free_mb: null })).toBe(
    "0 worktrees, 0 B in total, 0 checkpoints",
  );
});

test("kept work says until when", () => {
  expect(keptUntilWords(new Date(2026, 11, 19).toISOString(), "en-GB")).toBe(
    "Kept until 19 Dec 2026",
  );
  expect(keptUntilWords(null)).toBe("Kept forever");
});

test("a repository is named by the folder that a person knows", () => {
  expect(checkoutOf("/home/me/shop/.git")).toBe("/home/me/shop");
  expect(checkoutOf("/srv/shop.git")).toBe("/srv/shop.git");
});
