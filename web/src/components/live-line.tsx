import type { RunId } from "@malamar/contract/ids.ts";
import { useRef } from "react";
import { useLastSaid } from "#lib/last-said.ts";

/**
 * The last thing that the agent of a run has said, in one quiet line. It has its height before there
 * is a word in it. Screen readers find the words in the transcript, where they do not change.
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
