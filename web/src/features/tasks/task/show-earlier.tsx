import { useDeferredValue, useState } from "react";
import { Button } from "#components/ui/button.tsx";

/** More than fits on any screen. Older ones load on demand. */
const STEP = 50;

/** Rendered at once. The others follow in slices below, so that opening does not block the page. */
const FIRST = 10;

/** The newest entries of a list, plus the earlier ones the user has asked for. */
export function useNewest<Entry>(entries: readonly Entry[], { isStaged = true } = {}) {
  const [wanted, setWanted] = useState(STEP);
  const isOpened = useDeferredValue(true, false);
  const count = isOpened || !isStaged ? wanted : FIRST;
  return {
    shown: entries.slice(0, count),
    hiddenCount: isOpened ? Math.max(0, entries.length - count) : 0,
    showEarlier: () => setWanted(wanted + STEP),
  };
}

export function ShowEarlier({ newest }: { newest: ReturnType<typeof useNewest> }) {
  if (newest.hiddenCount === 0) return null;
  return (
    <div className="flex justify-center">
      <Button size="small" onClick={newest.showEarlier}>
        Show earlier ({newest.hiddenCount.toLocaleString()} more)
      </Button>
    </div>
  );
}
