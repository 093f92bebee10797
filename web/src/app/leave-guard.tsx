import { useRef } from "react";
import { useBeforeUnload, useBlocker } from "react-router";
import { lazyPart } from "#components/lazy-part.tsx";
import { hasUnsaved, useHasUnsaved } from "#lib/unsaved.ts";

const [DiscardDialog] = lazyPart(
  async () => (await import("#components/discard-dialog.tsx")).DiscardDialog,
);

/**
 * Asks before the user leaves a page with unsaved changes: by a link, a toast, Back, or closing the
 * tab. There is one guard for all pages because the router supports only one blocker.
 */
export function LeaveGuard() {
  // While a blocker is mounted, the router also checks links within a page. Mount it only when
  // needed.
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

/** The field with the unsaved text, or where the focus was. */
function whereToGoOn(): HTMLElement | null {
  const field = document.querySelector<HTMLElement>("[data-editor] :is(input, textarea)");
  const { activeElement } = document;
  return field ?? (activeElement instanceof HTMLElement ? activeElement : null);
}
