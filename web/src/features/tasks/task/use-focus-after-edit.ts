import { useEffect, useRef } from "react";

/** For the button that an editor takes the place of: it has the focus when it is back. */
export function useFocusAfterEdit(isEditing: boolean) {
  const wasEditing = useRef(false);
  // The button is there by then, and has taken its focus.
  useEffect(() => {
    wasEditing.current = isEditing;
  }, [isEditing]);
  return (button: HTMLButtonElement | null) => {
    if (wasEditing.current) button?.focus();
  };
}
