import type { RefObject } from "react";

export const overlayClass = "fixed inset-0 z-50 bg-scrim animate-overlay-in";

/** A box in the middle of the window, or full height on a phone. */
export const panelClass =
  "max-sm:pt-[env(safe-area-inset-top)] max-sm:pb-[env(safe-area-inset-bottom)] fixed inset-0 z-50 m-auto flex h-dvh w-full flex-col overflow-hidden bg-background shadow-transient outline-none animate-dialog-in sm:h-fit sm:max-h-[min(85dvh,56rem)] sm:max-w-xl sm:rounded-lg sm:border";

export type FocusReturn = {
  /**
   * The control that opened the dialog. Needed if that is not a trigger of the dialog, as in a
   * menu.
   */
  returnFocusTo: RefObject<HTMLElement | null>;
};

/** Focuses the first field. Without a field, the dialog keeps its default focus. */
export function focusFirstField(event: Event) {
  if (!(event.currentTarget instanceof HTMLElement)) return;
  const field = event.currentTarget.querySelector<HTMLElement>("input, textarea");
  if (field === null) return;
  event.preventDefault();
  field.focus();
}

/**
 * Returns the focus to the control that opened the dialog, or to the page's content if that is
 * gone. This happens shortly after closing; if a key has moved the focus in the meantime, it stays
 * there.
 */
export function returnFocus(event: Event, target: FocusReturn["returnFocusTo"]) {
  event.preventDefault();
  if (hasMovedOn(document.activeElement)) return;
  const opener = target.current;
  if (opener?.isConnected) return opener.focus();
  document.querySelector("main")?.focus();
}

/** After a dialog closes, the focus is on the body or on the dialog below it. */
function hasMovedOn(focused: Element | null): boolean {
  return focused !== null && focused !== document.body && !focused.matches('[role="dialog"]');
}
