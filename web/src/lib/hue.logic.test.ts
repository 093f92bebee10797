import { expect, test } from "bun:test";
import { hueClass } from "./hue.logic.ts";

test("the same text has the same hue", () => {
  expect(hueClass("V1StGXR8_Z5jdHi6B-myT")).toBe(hueClass("V1StGXR8_Z5jdHi6B-myT"));
});

test("many texts use all twelve hues about equally", () => {
  const hues = Array.from({ length: 1200 }, (_, index) => hueClass(`agent ${index}`));
  const counts = [...new Set(hues)].map((hue) => hues.filter((other) => other === hue).length);
  expect(counts).toHaveLength(12);
  expect(Math.min(...counts)).toBeGreaterThan(60);
});
