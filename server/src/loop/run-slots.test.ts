import { expect, test } from "bun:test";
import { createRunSlots } from "./run-slots.ts";

/** A caller that waits for a slot, and its result. */
function waiter(slots: ReturnType<typeof createRunSlots>, name: string, served: string[]) {
  const abort = new AbortController();
  const got = slots.take(abort.signal).then((isTaken) => {
    if (isTaken) served.push(name);
    return isTaken;
  });
  return { got, abort };
}

test("the longest waiting is next, and a slot that is handed on is not free as well", async () => {
  const slots = createRunSlots(1);
  const served: string[] = [];
  const [first, second, third] = ["first", "second", "third"].map((name) =>
    waiter(slots, name, served),
  );
  await first!.got;
  slots.giveBack();
  await second!.got;
  expect(served).toEqual(["first", "second"]);
  const late = waiter(slots, "late", served);
  slots.giveBack();
  await third!.got;
  expect(served).toEqual(["first", "second", "third"]);
  slots.giveBack();
  expect(await late.got).toBe(true);
});

test("giving up leaves the line, and the turn goes to the next", async () => {
  const slots = createRunSlots(1);
  const served: string[] = [];
  await waiter(slots, "holder", served).got;
  const gone = waiter(slots, "gone", served);
  const next = waiter(slots, "next", served);
  gone.abort.abort();
  expect(await gone.got).toBe(false);
  slots.giveBack();
  expect(await next.got).toBe(true);
});

test("ending a caller after its turn has come removes nobody else from the line", async () => {
  const slots = createRunSlots(1);
  const served: string[] = [];
  await waiter(slots, "holder", served).got;
  const ended = waiter(slots, "ended", served);
  const next = waiter(slots, "next", served);
  slots.giveBack();
  await ended.got;
  ended.abort.abort();
  slots.giveBack();
  expect(await next.got).toBe(true);
});

test("a caller ended before it asks gets no slot", async () => {
  expect(await createRunSlots(0).take(AbortSignal.abort())).toBe(false);
});

test("while it is closed nobody gets a slot, current ones are kept, and then everyone is served", async () => {
  const slots = createRunSlots(2);
  const served: string[] = [];
  await waiter(slots, "at work", served).got;
  slots.close();
  const waiters = ["first", "second"].map((name) => waiter(slots, name, served));
  slots.giveBack();
  await new Promise(setImmediate);
  expect(served).toEqual(["at work"]);
  slots.open();
  await Promise.all(waiters.map(({ got }) => got));
  expect(served).toEqual(["at work", "first", "second"]);
  const third = waiter(slots, "third", served);
  await new Promise(setImmediate);
  expect(served).toHaveLength(3);
  slots.giveBack();
  expect(await third.got).toBe(true);
});
