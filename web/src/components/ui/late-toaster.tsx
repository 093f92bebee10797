import { useEffect, useSyncExternalStore, type ComponentType } from "react";
import { createLateCode } from "#lib/late-code.ts";
import { onWaitingToast } from "#lib/toast.ts";

/** The page has been drawn by then, and the server is most likely still there. */
const SOON_MS = 2_000;

let Toaster: ComponentType | null = null;
const code = createLateCode(async () => {
  Toaster = (await import("./toaster.tsx")).Toaster;
});

/** Shows toasts: fetched with the first of them, or soon, because one may say that the server is gone. */
export function LateToaster() {
  useSyncExternalStore(code.subscribe, code.isThere);
  useEffect(() => {
    // The next toast tries again.
    const fetch = () => void code.fetch().catch(() => {});
    const timer = setTimeout(fetch, SOON_MS);
    const ignore = onWaitingToast(fetch);
    return () => {
      clearTimeout(timer);
      ignore();
    };
  }, []);
  return Toaster === null ? null : <Toaster />;
}
