/** Access to the browser's storage, which may be disabled or full. Null if it failed. */
export function attempt<Result>(access: () => Result): Result | null {
  try {
    return access();
  } catch {
    return null;
  }
}
