import { expect, test } from "bun:test";
import { createTurns } from "./turns.ts";

test("one callback runs per frame in order, and cancelled ones are skipped", () => {
  const frames: (() => void)[] = [];
  const nextFrame = () => frames.splice(0).forEach((frame) => frame());
  const takeTurn = createTurns((callback) => frames.push(callback));
  const done: string[] = [];
  takeTurn(() => done.push("one"));
  const leave = takeTurn(() => done.push("two"));
  takeTurn(() => done.push("three"));
  expect(done).toEqual([]);
  nextFrame();
  expect(done).toEqual(["one"]);
  leave();
  nextFrame();
  expect(done).toEqual(["one", "three"]);
  expect(frames).toEqual([]);
  const leaveAgain = takeTurn(() => done.push("four"));
  leaveAgain();
  nextFrame();
  takeTurn(() => done.push("five"));
  nextFrame();
  expect(done).toEqual(["one", "three", "five"]);
});
