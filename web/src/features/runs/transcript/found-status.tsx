import { CircleX } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { errorMessage } from "#lib/error-details.logic.ts";
import { counted } from "#lib/format.ts";
import type { Scanned, TranscriptScan } from "./transcript-scan.ts";

type FoundStatusProps = { found: Scanned; lastSeq: number; scan: TranscriptScan };

/** The progress of a search, the number of results, and a button to stop or continue. */
export function FoundStatus({ found, lastSeq, scan }: FoundStatusProps) {
  const { seq, count, rows, isStopped, error } = found;
  const isDone = seq >= lastSeq;
  const percent = lastSeq === 0 ? 100 : Math.floor((seq / lastSeq) * 100);
  const words = [
    counted(count, "row") + " found",
    ...(rows.length < count ? [`the newest ${rows.length.toLocaleString()} are shown`] : []),
  ].join(", ");
  return (
    <div className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-3 border-b px-3 py-1 text-sm text-muted tabular-nums">
      {/* Not the interim counts, which change with every frame. */}
      <output className="sr-only">{isDone ? words : "Searching"}</output>
      <span aria-hidden={isDone}>{words}</span>
      {!isDone && error === null && (
        <>
          <span>{isStopped ? `Stopped at ${percent}%` : `Searching, ${percent}%`}</span>
          <Button
            size="small"
            variant="ghost"
            className="-my-1"
            onClick={isStopped ? scan.resume : scan.stop}
          >
            {isStopped ? "Continue" : "Cancel"}
          </Button>
        </>
      )}
      {error !== null && (
        <>
          <span role="alert" className="inline-flex items-center gap-1.5 text-error">
            <CircleX aria-hidden className="size-3.5" />
            The search stopped at {percent}%. {errorMessage(error)}
          </span>
          <Button size="small" className="-my-1" onClick={scan.resume}>
            Retry
          </Button>
        </>
      )}
    </div>
  );
}
