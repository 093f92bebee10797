import { TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import { expect, test } from "bun:test";
import type { TaskNews } from "./task-news.logic.ts";
import { createUnseenNews } from "./unseen-news.logic.ts";

const news = (summary: string): TaskNews => ({
  kind: "in_review",
  workspaceId: WorkspaceId.parse("w".repeat(21)),
  taskId: TaskId.parse("t".repeat(21)),
  summary,
  detail: "",
});

test("a returning user sees the news of the last five seconds, once", () => {
  let time = 0;
  const { keep, take } = createUnseenNews(() => time);
  keep(news("old"));
  time = 1_000;
  keep(news("fresh"));
  time = 5_001;
  expect(take().map(({ summary }) => summary)).toEqual(["fresh"]);
  expect(take()).toEqual([]);
});
