import { useRef } from "react";
import { useBeforeUnload, useBlocker } from "react-router";
import { lazyPart } from "#components/lazy-part.tsx";
import { hasUnsaved, useHasUnsaved } from "#lib/unsaved.ts";

const [DiscardDialog] = lazyPart(
  async () => (await import("#components/discard-dialog.tsx")).DiscardDialog,
);

/**
 * Asks before a page with something unsaved on it is left: by a link, a toast, Back, or closing the
 * tab. There is one for all pages, because the router has room for one.
 */
export function LeaveGuard() {
  // The router minds links within a page while it has something to block, so it has it only when needed.
  return useHasUnsaved() && <Guard />;
}

function Guard() {
  const lastFocused = useRef<HTMLElement | null>(null);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (!hasUnsaved() || currentLocation.pathname === nextLocation.pathname) return false;
    lastFocused.current = whereToGoOn();
    return true;
  });
  useBeforeUnload((event) => {
    if (hasUnsaved()) event.preventDefault();
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

/** In the text that somebody wants to keep, or where they were. */
function whereToGoOn(): HTMLElement | null {
  const field = document.querySelector<HTMLElement>("[data-editor] :is(input, textarea)");
  const { activeElement } = document;
  return field ?? (activeElement instanceof HTMLElement ? activeElement : null);
}
