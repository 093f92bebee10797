import type { KeyboardEvent } from "react";

/** ⌘↵, or Ctrl and Enter where there is no ⌘. */
export function isSendKey(event: KeyboardEvent): boolean {
  return (
    event.key === "Enter" && (event.metaKey || event.ctrlKey) && !event.nativeEvent.isComposing
  );
}
