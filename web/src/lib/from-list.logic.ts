/** The state of an address that was reached from the list it belongs to. */
export const FROM_LIST = { fromList: true };

/** Whether something was opened from its list: then going back is the way to close it. */
export function isFromList(state: unknown): boolean {
  return typeof state === "object" && state !== null && "fromList" in state && !!state.fromList;
}

/** Beside its list, or as a page of its own. */
export type View = "panel" | "page";

/** The same place in the other view. */
export function inView(state: unknown, view: View): object {
  return { ...(typeof state === "object" && state), view };
}

/** As somebody asked for it; else beside the list that it was opened from. */
export function viewOf(state: unknown): View {
  const asked = typeof state === "object" && state !== null && "view" in state && state.view;
  if (asked === "panel" || asked === "page") return asked;
  return isFromList(state) ? "panel" : "page";
}
