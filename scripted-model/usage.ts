/** Reported for every model call. Each number is its own, so that none can be taken for another. */
export const USAGE = {
  /** The cached ones included. */
  input: 1234,
  cached: 1000,
  output: 56,
};
