import { useTheme } from "next-themes";
import { useEffect, type FocusEvent } from "react";
import { Toaster as Sonner, toast, useSonner } from "sonner";
import { showToasts } from "#lib/toast.ts";

const THEMES = ["light", "dark"] as const;
const MOST_VISIBLE = 3;

/** Five seconds, three at a time, at the bottom right, closable. */
export function Toaster() {
  const { resolvedTheme } = useTheme();
  useOldestDismissed();
  useEffect(() => showToasts(toast), []);
  return (
    // The library moves the focus back when it leaves a toast, which traps Tab in a loop.
    <div onFocusCapture={stop} onBlurCapture={stop}>
      <Sonner
        theme={THEMES.find((theme) => theme === resolvedTheme) ?? "light"}
        position="bottom-right"
        duration={5_000}
        visibleToasts={MOST_VISIBLE}
        expand
        closeButton
      />
    </div>
  );
}

function stop(event: FocusEvent) {
  event.stopPropagation();
}

/** The library only hides surplus toasts and shows them again later. */
function useOldestDismissed() {
  const { toasts } = useSonner();
  useEffect(() => {
    for (const { id } of toasts.slice(MOST_VISIBLE)) toast.dismiss(id);
  }, [toasts]);
}
