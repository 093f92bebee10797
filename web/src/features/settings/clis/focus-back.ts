import { useCallback, useRef } from "react";

/** For a button that a form replaces: it gets the focus when it comes back. */
export function useFocusBack() {
  const isDue = useRef(false);
  const ref = useCallback((button: HTMLButtonElement | null) => {
    if (button === null || !isDue.current) return;
    isDue.current = false;
    button.focus();
  }, []);
  const focusBack = () => {
    isDue.current = true;
  };
  return { ref, focusBack };
}
