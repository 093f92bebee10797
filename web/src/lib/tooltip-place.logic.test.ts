import { expect, test } from "bun:test";
import { tooltipPlace } from "./tooltip-place.logic.ts";

const window = { width: 360, height: 740 };
const tip = { width: 100, height: 24 };

test("a tooltip is above the middle of its element", () => {
  const about = { left: 100, top: 300, width: 60, height: 20 };
  expect(tooltipPlace(about, tip, window)).toEqual({ left: 80, top: 270 });
});

test("without room above it is below", () => {
  const about = { left: 100, top: 10, width: 60, height: 20 };
  expect(tooltipPlace(about, tip, window).top).toBe(36);
});

test("it never leaves the window", () => {
  expect(tooltipPlace({ left: 0, top: 300, width: 10, height: 20 }, tip, window).left).toBe(8);
  expect(tooltipPlace({ left: 350, top: 300, width: 10, height: 20 }, tip, window).left).toBe(252);
  const tall = { left: 0, top: 2, width: 10, height: 736 };
  expect(tooltipPlace(tall, tip, window).top).toBe(708);
});
