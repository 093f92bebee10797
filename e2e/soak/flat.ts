/** How much a figure may rise from the first half to the second without counting as growth. */
export interface Bound {
  factor: number;
  constant: number;
}

/** Until everything has been used once, a program only fills its caches. */
const WARM_UP = 1 / 4;

/** The points after the warm-up, in two halves. */
export function halves<Point>(points: readonly Point[]): [Point[], Point[]] {
  const warm = points.slice(Math.ceil(points.length * WARM_UP));
  const middle = Math.floor(warm.length / 2);
  return [warm.slice(0, middle), warm.slice(middle)];
}

/** A sentence when the figures rise; null when they stay level. One bad point is not a rise. */
export function growthOf(
  name: string,
  figures: readonly number[],
  { factor, constant }: Bound,
): string | null {
  const [before, after] = halves(figures).map(median) as [number, number];
  const most = before * factor + constant;
  if (after <= most) return null;
  return `${name} grows: ${round(before)} in the first half, ${round(after)} in the second, and ${round(most)} is the most it may be`;
}

function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function round(figure: number): number {
  return Math.round(figure * 10) / 10;
}
