import { useCallback, useRef } from "react";

/** For a button whose place a form takes: when it comes back, it gets the focus. */
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
