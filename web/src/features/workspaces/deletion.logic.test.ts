import { expect, test } from "bun:test";
import { outlivingWords } from "./deletion.logic.ts";

const LISTED = "Malamar's settings list what is left, under Deleted workspaces.";

test.each([
  [{ worktrees: 0, keptWork: 0 }, null],
  [{ worktrees: 1, keptWork: 0 }, `Not deleted: its worktree. ${LISTED}`],
  [
    { worktrees: 3, keptWork: 1 },
    `Not deleted: its 3 worktrees and the kept work of 1 task. ${LISTED}`,
  ],
  [{ worktrees: 0, keptWork: 2 }, `Not deleted: the kept work of 2 tasks. ${LISTED}`],
])("with %j, deleting a workspace says %p", (outliving, words) => {
  expect(outlivingWords(outliving)).toBe(words);
});
