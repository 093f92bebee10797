import type { KeyboardEvent } from "react";

/** ⌘↵, or Ctrl+Enter on systems without ⌘. */
export function isSendKey(event: KeyboardEvent): boolean {
  return (
    event.key === "Enter" && (event.metaKey || event.ctrlKey) && !event.nativeEvent.isComposing
  );
}
