import type { RefObject } from "react";

export const overlayClass = "fixed inset-0 z-50 bg-scrim animate-overlay-in";

/** A box in the middle of a window, the whole height of a phone. */
export const panelClass =
  "fixed inset-0 z-50 m-auto flex h-dvh w-full flex-col overflow-hidden bg-background shadow-transient outline-none animate-dialog-in sm:h-fit sm:max-h-[min(85dvh,56rem)] sm:max-w-xl sm:rounded-lg sm:border";

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

/** Focus goes back to where it came from, or to the page's content when that is gone. */
export function returnFocus(event: Event, target: FocusReturn["returnFocusTo"]) {
  event.preventDefault();
  const opener = target.current;
  if (opener?.isConnected) return opener.focus();
  document.querySelector("main")?.focus();
}
