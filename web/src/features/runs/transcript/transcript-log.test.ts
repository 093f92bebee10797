import { expect, test } from "bun:test";
import { ApiError } from "#lib/api.ts";
import { finished, said, used } from "./testing/events.ts";
import { range, testRun, known } from "./testing/test-run.ts";

test("a long run opens at its end, with one request", async () => {
  const t = testRun(100_000);
  expect(t.log.snapshot().phase).toBe("loading");
  await t.open();
  expect(t.log.snapshot()).toMatchObject({ phase: "ready", lastSeq: 100_000, tailStart: 99_801 });
  expect(t.asked).toEqual(["last 200"]);
});

test("visible events are loaded a page at a time, and once", async () => {
  const t = testRun(100_000);
  await t.open();
  t.log.want(50_001, 50_100);
  await t.settle();
  expect(t.asked).toEqual(["last 200", "50000+200"]);
  expect(known(t, 50_000, 50_201)).toEqual(range(50_001, 50_200));
  t.log.want(50_090, 50_210);
  await t.settle();
  expect(t.asked.slice(2)).toEqual(["50200+200"]);
  t.log.want(1, 60);
  t.log.want(30, 90);
  await t.settle();
  expect(t.asked.slice(3)).toEqual(["0+200"]);
});

test("new events arrive live, many in one render", async () => {
  const t = testRun(10);
  await t.open();
  const before = t.renders();
  t.write(...range(11, 500).map((seq) => said(seq))).tell();
  await t.settle();
  expect(t.renders()).toBe(before + 1);
  expect(t.log.snapshot()).toMatchObject({ lastSeq: 500, tailStart: 1 });
  expect(t.asked).toEqual(["last 200"]);
});

test("an event that arrives twice, or late, is taken once", async () => {
  const t = testRun(10);
  await t.open();
  t.tell(said(5, "another"));
  t.tell(said(12, "twelve"));
  t.tell(said(12, "again"));
  t.tell(said(11, "eleven"));
  await t.settle();
  expect(t.log.events.slot(5)).toEqual(said(5));
  expect(t.log.events.slot(11)).toEqual(said(11, "eleven"));
  expect(t.log.events.slot(12)).toEqual(said(12, "twelve"));
  expect(t.log.snapshot().lastSeq).toBe(12);
});

test("a gap is filled from the transcript as soon as it is visible", async () => {
  const t = testRun(10);
  await t.open();
  t.log.want(1, 20);
  t.write(...range(11, 14).map((seq) => said(seq)));
  t.write(said(15)).tell();
  await t.settle();
  expect(known(t, 1, 15)).toEqual(range(1, 15));
  expect(t.asked).toEqual(["last 200", "10+5"]);
});

test("a gap of thousands is not read while nobody looks at it", async () => {
  const t = testRun(10);
  await t.open();
  t.log.want(1, 5);
  t.write(...range(11, 9_999).map((seq) => said(seq)));
  t.write(said(10_000)).tell();
  await t.settle();
  expect(t.asked).toEqual(["last 200"]);
  expect(t.log.snapshot()).toMatchObject({ lastSeq: 10_000, tailStart: 10_000 });
});

test("after a lost connection the missed events are read, however many", async () => {
  const t = testRun(10);
  await t.open();
  t.write(...range(11, 5_000).map((seq) => said(seq)));
  t.tellMissed();
  await t.settle();
  expect(t.log.snapshot()).toMatchObject({ lastSeq: 5_000, tailStart: 4_801 });
  t.tellMissed();
  await t.settle();
  expect(t.asked.slice(1)).toEqual(["10+200", "last 200", "5000+200"]);
});

test("a connection lost during the first response is made up for after it", async () => {
  const t = testRun(10, { isHeld: true });
  await t.open();
  t.write(said(11));
  t.tellMissed();
  t.run.isHeld = false;
  t.release();
  await t.settle();
  expect(t.log.snapshot().lastSeq).toBe(11);
});

test("events that come before the first response are kept", async () => {
  const t = testRun(10, { isHeld: true });
  await t.open();
  t.write(said(11)).tell();
  t.release();
  await t.settle();
  expect(t.log.snapshot()).toMatchObject({ phase: "ready", lastSeq: 11, tailStart: 1 });
});

test("the last usage counts, whatever the order of arrival", async () => {
  const t = testRun(0);
  t.write(used(1, 10), used(2, 20));
  await t.open();
  expect(t.log.snapshot().usage?.input_tokens).toBe(20);
  t.write(used(4, 40), used(3, 30)).tell();
  await t.settle();
  expect(t.log.snapshot().usage?.input_tokens).toBe(40);
});

test("a run is watched until its end has arrived", async () => {
  const t = testRun(3);
  await t.open();
  expect(t.isWatched()).toBe(true);
  t.write(finished(4)).tell();
  expect(t.isWatched()).toBe(false);
});

test("a finished run is not watched, unless its end is still to come", async () => {
  const over = testRun(3, { isRunning: false });
  over.write(finished(4));
  await over.open();
  expect(over.isWatched()).toBe(false);
  const ending = testRun(3, { isRunning: false });
  await ending.open();
  expect(ending.isWatched()).toBe(true);
  ending.write(finished(4));
  ending.log.catchUp();
  await ending.settle();
  expect(ending.log.snapshot().finished?.seq).toBe(4);
});

test("numbers that do not exist are requested once", async () => {
  const t = testRun(400);
  t.run.events.splice(49, 10);
  await t.open();
  t.log.want(1, 100);
  await t.settle();
  expect(t.log.events.slot(50)).toBe(null);
  expect(t.asked).toEqual(["last 200", "0+200"]);
  t.log.want(2, 100);
  await t.settle();
  expect(t.asked).toHaveLength(2);
});

test("a page that arrives in pieces is put together", async () => {
  const t = testRun(1_000);
  await t.open();
  t.run.mostAtOnce = 70;
  t.log.want(1, 200);
  await t.settle();
  expect(known(t, 1, 200)).toEqual(range(1, 200));
  expect(t.asked.slice(1)).toEqual(["0+200", "70+130", "140+60"]);
});

test("a failure is reported and retried on demand", async () => {
  const t = testRun(10);
  t.run.failure = new ApiError(500, "INTERNAL_ERROR", "The disk is full");
  await t.open();
  expect(t.log.snapshot()).toMatchObject({ phase: "failed", error: t.run.failure });
  t.run.failure = null;
  t.log.retry();
  await t.settle();
  expect(t.log.snapshot()).toMatchObject({ phase: "ready", error: null, lastSeq: 10 });
});

test("a page that fails leaves the rest readable, and is retried on the next connection", async () => {
  const t = testRun(1_000);
  await t.open();
  t.run.failure = new ApiError(0, "NO_ANSWER", "Gone");
  t.log.want(1, 50);
  await t.settle();
  expect(t.log.snapshot()).toMatchObject({ phase: "ready", error: t.run.failure });
  t.run.failure = null;
  t.tellMissed();
  await t.settle();
  expect(t.log.snapshot().error).toBe(null);
  expect(known(t, 1, 50)).toEqual(range(1, 50));
});

test("a finished run that failed to open is retried on the next connection", async () => {
  const t = testRun(3, { isRunning: false });
  t.write(finished(4));
  t.run.failure = new ApiError(0, "NO_ANSWER", "Gone");
  await t.open();
  expect(t.log.snapshot().phase).toBe("failed");
  t.run.failure = null;
  t.tellMissed();
  await t.settle();
  expect(t.log.snapshot()).toMatchObject({ phase: "ready", lastSeq: 4 });
  expect(t.isWatched()).toBe(false);
});

test("a deleted run is reported as gone", async () => {
  const t = testRun(10);
  await t.open();
  t.run.failure = new ApiError(404, "NOT_FOUND", "No such run");
  t.tellMissed();
  await t.settle();
  expect(t.log.snapshot().phase).toBe("gone");
});

test("a reopened log gets what was missed", async () => {
  const t = testRun(10);
  const close = await t.open();
  close();
  expect(t.isWatched()).toBe(false);
  t.write(said(11));
  await t.open();
  expect(t.log.snapshot().lastSeq).toBe(11);
  expect(t.isWatched()).toBe(true);
});

test("a page that was only scrolled past is not waited for", async () => {
  const t = testRun(100_000);
  await t.open();
  t.run.isHeld = true;
  t.log.want(50_001, 50_100);
  await t.settle();
  t.log.want(1, 100);
  await t.settle();
  t.release();
  await t.settle();
  expect(known(t, 50_001, 50_200)).toEqual([]);
  expect(known(t, 1, 100)).toEqual(range(1, 100));
});
