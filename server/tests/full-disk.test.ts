import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { ErrorBody } from "@malamar/contract/error.ts";
import { databasePath } from "#data-directory/data-directory.ts";
import { createReserve } from "#data-directory/reserve.ts";
import { createFreeSpace } from "#loop/free-space.ts";
import { withRoom } from "#loop/with-room.ts";
import { createLockableApp } from "#testing/lockable-app.ts";
import { createTestApp } from "#testing/create-test-app.ts";
import { createLoopApp } from "#testing/loop-app.ts";
import { hangs } from "#testing/scripted-team.ts";
import { tempDir } from "#testing/temp-dir.ts";

/** SQLite's error when there is no room. */
async function fullError(): Promise<unknown> {
  await using app = await createTestApp();
  const { page_count } = app.db.query<{ page_count: number }, []>("PRAGMA page_count").get()!;
  app.db.run(`PRAGMA max_page_count = ${page_count}`);
  try {
    app.db.run("INSERT INTO settings VALUES ('much', ?)", ["x".repeat(1_000_000)]);
  } catch (error) {
    return error;
  }
  throw new Error("There was room");
}

test("a deletion without disk space uses the reserve, if there is any", async () => {
  const full = await fullError();
  let isFull = true;
  const remove = () => {
    if (isFull) throw full;
    return "removed";
  };
  expect(() => withRoom(() => false, remove)).toThrow("full");
  const spend = () => !(isFull = false);
  expect(withRoom(spend, remove)).toBe("removed");
});

/** SQLite's error while another program writes. */
async function busyError(): Promise<unknown> {
  await using app = await createTestApp();
  app.db.run("PRAGMA busy_timeout = 0");
  using other = new Database(databasePath(app.dataDir));
  other.run("BEGIN IMMEDIATE");
  try {
    app.db.run("DELETE FROM settings");
  } catch (error) {
    return error;
  }
  throw new Error("It was not locked");
}

test("other failures leave the reserve alone", async () => {
  let spent = 0;
  for (const error of [new Error("a bug"), await busyError()]) {
    const fail = () => {
      throw error;
    };
    expect(() => withRoom(() => ++spent > 0, fail)).toThrow(error);
  }
  expect(spent).toBe(0);
});

test("the reserve is there while the disk fills up, takes real space, and is given back once", async () => {
  using dir = tempDir();
  const reserve = createReserve(dir.path);
  expect(reserve.spend()).toBe(false);
  const taken = async (freeMb: number) => {
    await reserve.keep(freeMb);
    const { blocks } = statSync(join(dir.path, "reserve"), { throwIfNoEntry: false }) ?? {
      blocks: 0,
    };
    return Math.floor((blocks * 512) / 1024 / 1024);
  };
  expect(await taken(1)).toBe(0);
  expect(await taken(10)).toBe(5);
  expect(await taken(3000)).toBe(32);
  expect(await taken(3000)).toBe(32);
  expect(reserve.spend()).toBe(true);
  expect(existsSync(join(dir.path, "reserve"))).toBe(false);
  expect(reserve.spend()).toBe(false);
});

test.each([
  [100_000, 0],
  [3000, 1],
  [10, 1],
])("with %d MB free, the reserve is used %d times", (free, times) => {
  let told = 0;
  const space = createFreeSpace({
    dataDir: "/data",
    tempDir: "/temp",
    minFreeMb: () => 0,
    onLow: () => void told++,
    freeMb: () => free,
  });
  space.look();
  expect(told).toBe(times);
});

test("a cancel that ended the processes but cannot be written says both", async () => {
  await using app = await createLockableApp(() => ({ Planner: hangs }));
  const task = await app.createTask();
  while ((await app.runs(task.id)).length === 0) await new Promise(setImmediate);
  app.lock();
  const answer = app.call<ErrorBody>("POST", `/api/tasks/${task.id}/cancel`);
  await app.taskWorkers.drain();
  const { status, body } = await answer;
  expect({ status, code: body.error.code }).toEqual({ status: 507, code: "STORAGE_FAILED" });
  expect(body.error.message).toStartWith("The agent was stopped, and all its processes are gone.");
  app.unlock();
});

test("a transcript ends at its limit with a notice, and usage still counts", async () => {
  const words = "x".repeat(60_000);
  await using app = await createLoopApp({
    team: {
      Planner: async (turn) => {
        for (let at = 0; at < 40; at++) {
          turn.tell({ type: "text", text: words });
          await new Promise(setImmediate);
        }
        turn.tell({
          type: "usage",
          input_tokens: 7,
          output_tokens: 0,
          cached_tokens: null,
          cost_usd: null,
        });
        return { actions: [{ type: "change_status", status: "in_review" }] };
      },
    },
    config: { "max-transcript-mb": 1 },
  });
  const { id } = await app.createTask();
  await app.taskWorkers.drain();
  const [run] = await app.runs(id);
  expect(run).toMatchObject({ status: "succeeded", input_tokens: 7 });
  const events = await app.get<{ type: string; text?: string }[]>(
    `/api/runs/${run!.id}/transcript`,
  );
  expect(events.slice(-2)).toMatchObject([
    { type: "notice", text: expect.stringContaining("it has reached 1 MB (max-transcript-mb)") },
    { type: "finished", status: "succeeded" },
  ]);
  expect(statSync(join(app.dataDir, "runs", `${run!.id}.jsonl`)).size).toBeLessThan(3_000_000);
});
