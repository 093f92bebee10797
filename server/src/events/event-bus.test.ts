import { expect, test } from "bun:test";
import { createLogger } from "#lib/logger.ts";
import { createEventBus } from "./event-bus.ts";

const logger = createLogger({ level: "error", format: "text" });
const settingsUpdated = { type: "settings.updated" } as const;

function busWith(events: number, remembered: number) {
  const bus = createEventBus({ logger, remembered });
  for (let n = 0; n < events; n++) bus.publish(settingsUpdated);
  return { bus, after: (seq: number) => bus.after(seq)?.map((published) => published.seq) ?? null };
}

test("events after a known one can be requested", () => {
  const { after } = busWith(5, 10);
  expect(after(0)).toEqual([1, 2, 3, 4, 5]);
  expect(after(3)).toEqual([4, 5]);
  expect(after(5)).toEqual([]);
});

test("a bus without events has nothing to send, and knows it", () => {
  const { after } = busWith(0, 10);
  expect(after(0)).toEqual([]);
  expect(after(1)).toBeNull();
});

test("an id that is too old, or from the future, is unknown", () => {
  const { bus, after } = busWith(50, 10);
  expect(after(51)).toBeNull();
  expect(after(-1)).toBeNull();
  expect(after(5)).toBeNull();
  expect(after(40)).toHaveLength(10);
  expect(bus.lastSeq()).toBe(50);
});

test("memory stays bounded however many events there were", () => {
  const { after } = busWith(10_000, 10);
  const oldest = [...Array(10_000).keys()].find((seq) => after(seq) !== null)!;
  expect(10_000 - oldest).toBeLessThanOrEqual(20);
});

test("after unsubscribing nothing more is sent", () => {
  const { bus } = busWith(0, 10);
  const seen: number[] = [];
  const unsubscribe = bus.subscribe(({ seq }) => seen.push(seq));
  bus.publish(settingsUpdated);
  unsubscribe();
  bus.publish(settingsUpdated);
  expect(seen).toEqual([1]);
});
