import { useState } from "react";
import { Button } from "#components/ui/button.tsx";

/** More than fills any screen; older ones are asked for. */
const STEP = 50;

/** The newest entries of a list, and as many steps further back as were asked for. */
export function useNewest<Entry>(entries: readonly Entry[]) {
  const [count, setCount] = useState(STEP);
  return {
    shown: entries.slice(0, count),
    hiddenCount: Math.max(0, entries.length - count),
    showEarlier: () => setCount(count + STEP),
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
