import { growthOf, halves, type Bound } from "./flat.ts";
import type { Point } from "./point.ts";

/**
 * What may vary, and how much it may rise. Bun releases memory late, a SQLite file keeps its size.
 */
const SWAYING: Readonly<Partial<Record<keyof Point, Bound>>> = {
  memoryMb: { factor: 1.08, constant: 4 },
  threads: { factor: 1, constant: 2 },
  databaseKb: { factor: 1.1, constant: 256 },
  logKb: { factor: 1.25, constant: 1024 },
  freePages: { factor: 1.25, constant: 128 },
};

/** What must be exactly the same whenever nothing runs. */
const EQUAL = ["descriptors", "rows", "dataFiles", "tempFiles", "processes"] as const;

/** How it was not flat, in sentences. */
export function growths(points: readonly Point[]): string[] {
  const swaying = Object.entries(SWAYING).map(([figure, bound]) =>
    growthOf(
      figure,
      points.map((point) => point[figure as keyof Point]),
      bound,
    ),
  );
  const equal = EQUAL.map((figure) => changeOf(figure, points));
  return [...swaying, ...equal].filter((growth) => growth !== null);
}

/** As many as help to find the cause. */
const MOST_NAMED = 5;

function changeOf(figure: keyof Point, points: readonly Point[]): string | null {
  const warm = halves(points.map((point, at) => ({ hour: at + 1, count: point[figure] }))).flat();
  const usual = warm[0]?.count;
  const others = warm.filter(({ count }) => count !== usual);
  if (others.length === 0) return null;
  const named = others.slice(0, MOST_NAMED).map(({ hour, count }) => `${count} in hour ${hour}`);
  return `${figure} is not the same whenever nothing runs: ${usual}, but ${named.join(", ")} (${others.length} hours)`;
}
