/**
 * Reported for every model call. All numbers are different, so that none can be mistaken for
 * another.
 */
export const USAGE = {
  /** Including the cached ones. */
  input: 1234,
  cached: 1000,
  output: 56,
};
