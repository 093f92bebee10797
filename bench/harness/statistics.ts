export interface Spread {
  median: number;
  min: number;
  max: number;
  /** The middle half of the samples lies between these two. */
  q1: number;
  q3: number;
}

export function spreadOf(samples: readonly number[]): Spread {
  const sorted = samples.toSorted((a, b) => a - b);
  return {
    median: quantile(sorted, 0.5),
    min: quantile(sorted, 0),
    max: quantile(sorted, 1),
    q1: quantile(sorted, 0.25),
    q3: quantile(sorted, 0.75),
  };
}

export function medianOf(samples: readonly number[]): number {
  return quantileOf(samples, 0.5);
}

export function quantileOf(samples: readonly number[], at: number): number {
  return quantile(
    samples.toSorted((a, b) => a - b),
    at,
  );
}

function quantile(sorted: readonly number[], at: number): number {
  const place = (sorted.length - 1) * at;
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  if (below === undefined || above === undefined) throw new Error("There are no samples.");
  return below + (above - below) * (place - Math.floor(place));
}
