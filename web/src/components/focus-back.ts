import { useState } from "react";
import type { FocusReturn } from "./ui/dialog-parts.ts";

/**
 * Where focus goes when a question over a page's dialog closes: to what had it before, or to that
 * dialog's window if it is gone.
 */
export function useFocusBack(): FocusReturn & { remember: () => void } {
  const [back] = useState(createFocusBack);
  return back;
}

function createFocusBack() {
  let before: Element | null = null;
  return {
    returnFocusTo: {
      get current() {
        return before instanceof HTMLElement && before.isConnected ? before : dialogWindow();
      },
    },
    remember: () => {
      before = document.activeElement;
    },
  };
}

function dialogWindow(): HTMLElement | null {
  return document.querySelector<HTMLElement>("[data-layer]");
}
