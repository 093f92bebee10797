import { expect, test } from "bun:test";
import type { Point } from "./point.ts";
import { growths } from "./verdict.ts";

const POINT: Point = {
  memoryMb: 90,
  descriptors: 14,
  threads: 8,
  databaseKb: 900,
  logKb: 4000,
  freePages: 100,
  rows: 30,
  dataFiles: 6,
  tempFiles: 9,
  processes: 1,
};
const points = (change: (at: number) => Partial<Point>) =>
  Array.from({ length: 40 }, (_, at) => ({ ...POINT, ...change(at) }));

test("nothing grows when every hour ends like the one before", () => {
  expect(growths(points(() => ({})))).toEqual([]);
});

test("memory that varies is flat, and memory that rises by a megabyte an hour is not", () => {
  expect(growths(points((at) => ({ memoryMb: 90 + 12 * (at % 3) })))).toEqual([]);
  expect(growths(points((at) => ({ memoryMb: 90 + at })))[0]).toStartWith("memoryMb grows");
});

test("a database that grows is found, and one that keeps its former size is not", () => {
  expect(growths(points((at) => ({ databaseKb: at < 5 ? 100 : 5000 })))).toEqual([]);
  expect(growths(points((at) => ({ databaseKb: 900 + 50 * at })))[0]).toStartWith("databaseKb");
});

test.each(["descriptors", "rows", "dataFiles", "tempFiles", "processes"] as const)(
  "one more of %s in a single hour is found",
  (figure) => {
    const found = growths(points((at) => (at === 30 ? { [figure]: POINT[figure] + 1 } : {})));
    const [usual, more] = [POINT[figure], POINT[figure] + 1];
    expect(found).toEqual([
      `${figure} is not the same whenever nothing runs: ${usual}, but ${more} in hour 31 (1 hours)`,
    ]);
  },
);
