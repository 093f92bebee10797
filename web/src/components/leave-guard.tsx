import { useRef } from "react";
import { useBeforeUnload, useBlocker } from "react-router";
import { DiscardDialog } from "./discard-dialog.tsx";

/** Asks before a page with something unsaved on it is left: by a link, by Back, or by closing the tab. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const lastFocused = useRef<HTMLElement | null>(null);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (!isDirty || currentLocation.pathname === nextLocation.pathname) return false;
    lastFocused.current =
      document.activeElement instanceof HTMLElement ? document.activeElement : null;
    return true;
  });
  useBeforeUnload((event) => {
    if (isDirty) event.preventDefault();
  });
  if (blocker.state !== "blocked") return null;
  return (
    <DiscardDialog
      onDiscard={() => blocker.proceed()}
      onClose={() => blocker.reset()}
      returnFocusTo={lastFocused}
    />
  );
}
