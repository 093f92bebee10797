import { useEffect } from "react";
import { lazyPiece } from "#components/lazy-piece.tsx";
import { useAttentionCount } from "#features/attention/queries.ts";
import { setTitleCount } from "#lib/document-title.ts";
import { setFaviconCount } from "#lib/favicon-count.ts";
import { useNoticesState } from "#lib/notices-switch.ts";

const BrowserNotices = lazyPiece(
  async () => (await import("./browser-notices.tsx")).BrowserNotices,
);

/** How much waits for the person, where somebody sees it who looks at something else. */
export function AttentionSignals() {
  const count = useAttentionCount();
  const areNoticesOn = useNoticesState() === "on";
  useEffect(() => {
    setTitleCount(count);
    // An icon that cannot be drawn stays as it is.
    setFaviconCount(count).catch(() => {});
  }, [count]);
  // Whoever is asked to log in is told nothing.
  useEffect(() => () => setTitleCount(0), []);
  return areNoticesOn && <BrowserNotices />;
}
