import type { RunId } from "@malamar/contract/ids.ts";
import { useRef } from "react";
import { useLastSaid } from "#lib/last-said.ts";

/**
 * The last words of a run's agent, in one quiet line. It reserves its height before there is any
 * text. Screen readers find the words in the transcript, where they do not change.
 */
export function LiveLine({ runId }: { runId: RunId }) {
  const lineRef = useRef<HTMLParagraphElement>(null);
  const line = useLastSaid(runId, lineRef);
  return (
    <p
      ref={lineRef}
      aria-hidden
      dir="auto"
      data-slot="live-line"
      className="min-h-[1lh] truncate text-sm text-muted"
    >
      {line}
    </p>
  );
}
