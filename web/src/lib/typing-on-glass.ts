import { useEffect, useState } from "react";
import { IS_TOUCH } from "./breakpoints.ts";

const FIELDS = "textarea, input:not([type=checkbox], [type=radio], [type=file])";

/**
 * Longer than the time between leaving a field and the click that caused it. Until then nothing may
 * move.
 */
const LEAVING_MS = 300;

/** Whether an on-screen keyboard covers half of the window. */
export function useTypingOnGlass(): boolean {
  const [isTyping, setIsTyping] = useState(false);
  useEffect(() => {
    const gone = new AbortController();
    const { signal } = gone;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const enter = ({ target }: FocusEvent) => {
      const isField = target instanceof Element && target.matches(FIELDS);
      if (!isField || !window.matchMedia(IS_TOUCH).matches) return;
      clearTimeout(timer);
      setIsTyping(true);
    };
    const leave = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setIsTyping(false), LEAVING_MS);
    };
    document.addEventListener("focusin", enter, { signal });
    document.addEventListener("focusout", leave, { signal });
    return () => {
      gone.abort();
      clearTimeout(timer);
    };
  }, []);
  return isTyping;
}
