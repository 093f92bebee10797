import { useState } from "react";
import type { FocusReturn } from "./ui/dialog-parts.ts";

/**
 * Returns the focus when a question closes: to the element that had it before, or, if that is gone,
 * to the open task or chat, or to the board's card in the tab order.
 */
export function useFocusBack(): FocusReturn & { remember: (element?: Element | null) => void } {
  const [back] = useState(createFocusBack);
  return back;
}

function createFocusBack() {
  let before: Element | null = null;
  return {
    returnFocusTo: {
      get current() {
        return before instanceof HTMLElement && before.isConnected ? before : nextBest();
      },
    },
    /** Remembers the focused element, or the button of the menu that has the focus. */
    remember: (element: Element | null = document.activeElement) => {
      before = element;
    },
  };
}

function nextBest(): HTMLElement | null {
  return (
    document.querySelector<HTMLElement>('[data-slot="task"]') ??
    document.querySelector<HTMLElement>('[data-task-id][tabindex="0"]')
  );
}

/** The button of the open menu, or the focused element if no menu is open. */
export function openMenuButton(): Element | null {
  const button = document.querySelector("[aria-haspopup=menu][aria-expanded=true]");
  return button ?? document.activeElement;
}
