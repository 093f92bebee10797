import { expect, test } from "bun:test";
import { testNotice, TEST_MESSAGE } from "./notice.ts";
import { createOutbox, type Parcel } from "./outbox.ts";

const parcel = (channel: Parcel["channel"], id: string): Parcel => ({
  channel,
  notice: { ...testNotice(TEST_MESSAGE, "2026-01-01T00:00:00.000Z"), id },
});

/** An outbox whose deliveries end when the test says so. */
function heldOutbox(mostWaiting: number) {
  const sending = new Map<string, () => void>();
  const lost: string[] = [];
  const outbox = createOutbox({
    send: ({ notice }) => new Promise((resolve) => sending.set(notice.id, resolve)),
    onLost: ({ notice }, reason) => lost.push(`${notice.id}: ${reason}`),
    mostWaiting,
  });
  return {
    ...outbox,
    lost,
    /** Those that are being sent right now. */
    async atWork(): Promise<string[]> {
      await new Promise(setImmediate);
      return [...sending.keys()];
    },
    finish(id: string): void {
      sending.get(id)!();
      sending.delete(id);
    },
  };
}

test("channels send in parallel, each one thing at a time and in order", async () => {
  const outbox = heldOutbox(10);
  for (const id of ["a1", "a2", "a3"]) outbox.put(parcel("slack", id));
  outbox.put(parcel("ntfy", "b1"));
  expect(await outbox.atWork()).toEqual(["a1", "b1"]);
  outbox.finish("a1");
  expect(await outbox.atWork()).toEqual(["b1", "a2"]);
  outbox.finish("a2");
  outbox.finish("b1");
  expect(await outbox.atWork()).toEqual(["a3"]);
  outbox.finish("a3");
  await outbox.drain();
  outbox.put(parcel("slack", "a4"));
  expect(await outbox.atWork()).toEqual(["a4"]);
});

test("when too much waits, the oldest is dropped, and that is reported", async () => {
  const outbox = heldOutbox(2);
  outbox.put(parcel("slack", "1"));
  expect(await outbox.atWork()).toEqual(["1"]);
  for (const id of ["2", "3", "4"]) outbox.put(parcel("slack", id));
  expect(outbox.lost).toEqual(["2: More than 2 were waiting; the oldest was dropped"]);
  outbox.finish("1");
  expect(await outbox.atWork()).toEqual(["3"]);
});

test("what is given up is reported, and never sent", async () => {
  const outbox = heldOutbox(2);
  outbox.put(parcel("slack", "1"));
  expect(await outbox.atWork()).toEqual(["1"]);
  outbox.put(parcel("slack", "2"));
  outbox.giveUp("Malamar is stopping");
  expect(outbox.lost).toEqual(["2: Malamar is stopping"]);
  outbox.finish("1");
  await outbox.drain();
  expect(await outbox.atWork()).toEqual([]);
});
