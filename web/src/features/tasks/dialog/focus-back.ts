import { useState } from "react";
import type { FocusReturn } from "#components/ui/dialog-parts.ts";

/**
 * Where focus goes when a question over the task closes: to what had it before, or to the task's window
 * if that is gone, because another status has other buttons.
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
        return before instanceof HTMLElement && before.isConnected ? before : taskWindow();
      },
    },
    remember: () => {
      before = document.activeElement;
    },
  };
}

function taskWindow(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-layer="task"]');
}
