import { useEffect } from "react";
import { lazyPiece } from "#components/lazy-piece.tsx";
import { useAttentionCount } from "#features/attention/queries.ts";
import { setTitleCount } from "#lib/document-title.ts";
import { setFaviconCount } from "#lib/favicon-count.ts";
import { useNoticesState } from "#lib/notices-switch.ts";

const BrowserNotices = lazyPiece(
  async () => (await import("./browser-notices.tsx")).BrowserNotices,
);

/** Shows the number of waiting items in the tab title and the favicon. */
export function AttentionSignals() {
  const count = useAttentionCount();
  const areNoticesOn = useNoticesState() === "on";
  useEffect(() => {
    setTitleCount(count);
    // If the icon cannot be drawn, the old one stays.
    setFaviconCount(count).catch(() => {});
  }, [count]);
  // The login page must not show a count.
  useEffect(() => () => setTitleCount(0), []);
  return areNoticesOn && <BrowserNotices />;
}
