import { expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Chat } from "@malamar/contract/chat.ts";
import { TranscriptEvent } from "@malamar/contract/transcript.ts";
import type { SearchResult } from "@malamar/contract/search.ts";
import { Task, TaskComment, TaskLog, TaskSummary } from "@malamar/contract/task.ts";
import { WorkspaceSummary } from "@malamar/contract/workspace.ts";
import { systemClock } from "@malamar/server/lib/clock.ts";
import { createTestApp } from "@malamar/server/testing/create-test-app.ts";
import { tempDir } from "@malamar/server/testing/temp-dir.ts";
import { check } from "./check.ts";
import { generate } from "./generate.ts";
import { COMMON_WORD, MISSING_WORD, RARE_WORD } from "./texts.ts";

const TINY = 0.000_5;

test("the product starts on a generated data set, and finds everything in it sound", async () => {
  using dir = tempDir();
  const now = systemClock();
  const wanted = { scale: TINY, seed: 1, now, onProgress: () => {} };
  const marks = generate({ ...wanted, dataDir: dir.path });
  check(dir.path);
  expect(() => generate({ ...wanted, dataDir: dir.path })).toThrow("already");

  await using app = await createTestApp({ dataDir: dir.path, clock: () => now });
  await app.start();
  const read = async <Body>(path: string) => (await app.call<Body>("GET", path)).body;
  expect(WorkspaceSummary.array().parse(await read("/api/workspaces"))).toHaveLength(60);
  const board = TaskSummary.array().parse(await read(`/api/workspaces/${marks.board}/tasks`));
  expect(board).toHaveLength(300);
  expect(new Set(board.map(({ comment_count }) => comment_count))).toEqual(new Set([10, 40, 5000]));
  expect(Task.parse(await read(`/api/tasks/${marks.task}`)).spend.run_count).toBe(12);
  const comments = TaskComment.array().parse(await read(`/api/tasks/${marks.longTask}/comments`));
  expect(comments).toHaveLength(5000);
  const logs = TaskLog.array().parse(await read(`/api/tasks/${marks.task}/logs`));
  expect(logs.map(({ created_at }) => created_at)).toEqual(
    logs.map((log) => log.created_at).toSorted(),
  );
  expect((await read<Chat>(`/api/chats/${marks.chat}`)).messages).toHaveLength(100);
  const events = TranscriptEvent.array().parse(
    await read(`/api/runs/${marks.longRun}/transcript?last=3`),
  );
  expect(events.at(-1)?.type).toBe("finished");

  const hits = (q: string) => read<SearchResult[]>(`/api/search?q=${encodeURIComponent(q)}`);
  const types = (results: readonly SearchResult[]) => results.map(({ type }) => type);
  expect(types(await hits(RARE_WORD))).toEqual(["workspace", "task", "task", "task", "chat"]);
  expect(types(await hits(COMMON_WORD))).toEqual(Array(20).fill("task"));
  expect(await hits(MISSING_WORD)).toEqual([]);

  await app.taskWorkers.drain();
  expect(app.published.filter(({ type }) => type === "agent.execution_started")).toEqual([]);
}, 60_000);

test("transcripts have the size, the times and the numbers of their runs", () => {
  using dir = tempDir();
  const now = systemClock();
  const { longRun } = generate({
    dataDir: dir.path,
    scale: TINY,
    seed: 2,
    now,
    onProgress: () => {},
  });
  const files = readdirSync(join(dir.path, "runs")).map((name) => join(dir.path, "runs", name));
  const bytes = files.reduce((sum, path) => sum + statSync(path).size, 0);
  expect(Math.abs(bytes - 20_000_000)).toBeLessThan(1_000_000);
  expect(files.every((path) => statSync(path).mtime < new Date(now))).toBe(true);

  const lines = readFileSync(join(dir.path, "runs", `${longRun}.jsonl`), "utf8")
    .trimEnd()
    .split("\n");
  const events = TranscriptEvent.array().parse(lines.map((line) => JSON.parse(line) as unknown));
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at + 1));
}, 60_000);
