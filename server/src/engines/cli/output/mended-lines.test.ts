import { expect, test } from "bun:test";
import { createMendedLines } from "./mended-lines.ts";

function readAll(...lines: string[]) {
  const mended = createMendedLines();
  const read = [...lines.flatMap((line) => mended.read(line)), ...mended.end()];
  return read.map(({ line, json }) => json ?? { raw: line });
}

const LIMIT = '{"type":"rate_limit_event","rate_limit_info":{"status":"allowed"}}';
const limit = { value: JSON.parse(LIMIT) as unknown };
const RESULT = '{"subtype":"success","result":"a \\"type\\" of text","type":"result"}';
const result = { value: JSON.parse(RESULT) as unknown };

test("lines of JSON are read, other lines are kept", () => {
  expect(readAll("1", "Not logged in", "{broken", RESULT)).toEqual([
    { value: 1 },
    { raw: "Not logged in" },
    { raw: "{broken" },
    result,
  ]);
});

test.each([1, 10, 30, RESULT.length - 1])(
  "an event inside a line, after its first %i characters, costs neither of them",
  (at) => {
    expect(readAll(RESULT.slice(0, at) + LIMIT, RESULT.slice(at))).toEqual([limit, result]);
  },
);

test("whole lines between the two halves are read as well", () => {
  expect(readAll(RESULT.slice(0, 20) + LIMIT, LIMIT, RESULT.slice(20))).toEqual([
    limit,
    limit,
    result,
  ]);
});

test("a beginning whose rest never comes is kept as it is", () => {
  const begun = RESULT.slice(0, 20);
  expect(readAll(begun + LIMIT)).toEqual([limit, { raw: begun }]);
  expect(readAll(begun + LIMIT, "noise", RESULT)).toEqual([
    limit,
    { raw: begun },
    { raw: "noise" },
    result,
  ]);
  expect(readAll(begun + LIMIT, begun + LIMIT)).toEqual([
    limit,
    { raw: begun },
    limit,
    { raw: begun },
  ]);
});
