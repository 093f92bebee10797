/** The state of an address that was reached from the list it lies over. */
export const FROM_LIST = { fromList: true };

/** Whether something was opened from its list: then going back is the way to close it. */
export function isFromList(state: unknown): boolean {
  return typeof state === "object" && state !== null && "fromList" in state && !!state.fromList;
}
