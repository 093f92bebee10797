/** The state of a location reached from its list. */
export const FROM_LIST = { fromList: true };

/** Whether something was opened from its list, so that going back closes it. */
export function isFromList(state: unknown): boolean {
  return typeof state === "object" && state !== null && "fromList" in state && !!state.fromList;
}

/** Next to its list, or as a page of its own. */
export type View = "panel" | "page";

/** The same location in the other view. */
export function inView(state: unknown, view: View): object {
  return { ...(typeof state === "object" && state), view };
}

/** The requested view, else a panel if it was opened from its list. */
export function viewOf(state: unknown): View {
  const asked = typeof state === "object" && state !== null && "view" in state && state.view;
  if (asked === "panel" || asked === "page") return asked;
  return isFromList(state) ? "panel" : "page";
}
