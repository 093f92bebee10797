import { expect, test } from "bun:test";
import { shiftsBetween, type Box } from "./moving-cards.logic.ts";

const view: Box = { left: 0, top: 0, width: 1000, height: 600 };
const box = (left: number, top: number): Box => ({ left, top, width: 200, height: 80 });
const boxes = (entries: Record<string, Box>) => new Map(Object.entries(entries));

test("a card that moved down its column is shifted, one that stayed is not", () => {
  const before = boxes({ a: box(0, 0), b: box(0, 90) });
  const after = boxes({ a: box(0, 90), b: box(0, 91) });
  expect(shiftsBetween(before, after, view)).toEqual([
    { id: "a", from: box(0, 0), to: box(0, 90), isAcross: false },
  ]);
});

test("a card in another column crosses the board", () => {
  const shifts = shiftsBetween(boxes({ a: box(0, 0) }), boxes({ a: box(250, 0) }), view);
  expect(shifts.map(({ isAcross }) => isAcross)).toEqual([true]);
});

test("a new card does not move, nor does one out of view before and after", () => {
  const before = boxes({ far: box(0, 700) });
  const after = boxes({ far: box(0, 900), fresh: box(0, 0) });
  expect(shiftsBetween(before, after, view)).toEqual([]);
});

test("in a burst only cards that change columns move", () => {
  const many = (left: number, top: number) =>
    boxes(
      Object.fromEntries(
        Array.from({ length: 40 }, (_, index) => [`c${index}`, box(left, top + index)]),
      ),
    );
  const before = many(0, 0).set("across", box(0, 0));
  const after = many(0, 50).set("across", box(250, 0));
  expect(shiftsBetween(before, after, view).map(({ id }) => id)).toEqual(["across"]);
});
