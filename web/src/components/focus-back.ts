import { useState } from "react";
import type { FocusReturn } from "./ui/dialog-parts.ts";

/**
 * Where focus goes when a question closes: to what had it before; if that is gone, to the open task or
 * chat, or to the card of the board that Tab reaches.
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
    /** What has the focus now, or what opened the menu that has it. */
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

/** What had the focus before the menu that is open; what has it, if there is none. */
export function openMenuButton(): Element | null {
  const button = document.querySelector("[aria-haspopup=menu][aria-expanded=true]");
  return button ?? document.activeElement;
}
