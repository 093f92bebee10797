import type { RefObject } from "react";

export const overlayClass = "fixed inset-0 z-50 bg-scrim animate-overlay-in";

/** A box in the middle of a window, the whole height of a phone. */
export const panelClass =
  "max-sm:pt-[env(safe-area-inset-top)] max-sm:pb-[env(safe-area-inset-bottom)] fixed inset-0 z-50 m-auto flex h-dvh w-full flex-col overflow-hidden bg-background shadow-transient outline-none animate-dialog-in sm:h-fit sm:max-h-[min(85dvh,56rem)] sm:max-w-xl sm:rounded-lg sm:border";

export type FocusReturn = {
  /** The control that opened it. Needed where no trigger of the dialog itself does, as in a menu. */
  returnFocusTo: RefObject<HTMLElement | null>;
};

/** Typing starts in the first field; a dialog without one is left to its own choice. */
export function focusFirstField(event: Event) {
  if (!(event.currentTarget instanceof HTMLElement)) return;
  const field = event.currentTarget.querySelector<HTMLElement>("input, textarea");
  if (field === null) return;
  event.preventDefault();
  field.focus();
}

/**
 * Focus goes back to where it came from, or to the page's content when that is gone. That happens a moment
 * after the dialog has closed: who has pressed a key in that moment stays where it led.
 */
export function returnFocus(event: Event, target: FocusReturn["returnFocusTo"]) {
  event.preventDefault();
  if (hasMovedOn(document.activeElement)) return;
  const opener = target.current;
  if (opener?.isConnected) return opener.focus();
  document.querySelector("main")?.focus();
}

/** A dialog that closes leaves the focus to nobody, or to the window of the dialog below it. */
function hasMovedOn(focused: Element | null): boolean {
  return focused !== null && focused !== document.body && !focused.matches('[role="dialog"]');
}
