import type { Run } from "@malamar/contract/run.ts";
import { Crosshair, SearchX } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { EmptyState } from "#components/empty-state.tsx";
import { nextFrame } from "#lib/next-frame.ts";
import { FoundStatus } from "./found-status.tsx";
import { RowActions } from "./row-actions.ts";
import { createMatcher, rowText, snippetOf, type RowFilter } from "./row-filter.logic.ts";
import type { Row } from "./rows.logic.ts";
import { RowsView } from "./rows-view.tsx";
import { isToldInParts } from "./run-words.logic.ts";
import type { LogSnapshot, TranscriptLog } from "./transcript-log.ts";
import { TranscriptRow } from "./transcript-row.tsx";
import { createTranscriptScan, type TranscriptScan } from "./transcript-scan.ts";
import { useChunks } from "./use-chunks.ts";
import { useHighlight } from "./use-highlight.ts";

/**
 * The number of rows rendered together. Fewer than events, because one row may hold a whole chunk
 * of them.
 */
const FOUND_SIZE = 4;

/** Rendering the results takes longer than finding them. */
const SHOW_MS = 250;

type FoundViewProps = {
  run: Run;
  log: TranscriptLog;
  snapshot: LogSnapshot;
  filter: RowFilter;
  /** Shows this event in its context. */
  onShow: (seq: number) => void;
  onCopyable: (copy: () => string) => void;
};

/** The rows of a whole transcript that pass a filter. Mount a new instance for another filter. */
export function FoundView({ run, log, snapshot, filter, onShow, onCopyable }: FoundViewProps) {
  const [scan] = useState(() => scanOf(run, log, filter));
  const found = useSyncExternalStore(scan.subscribe, scan.snapshot);
  const { lastSeq } = snapshot;
  useEffect(() => scan.goOn(lastSeq), [scan, lastSeq]);
  const { rows } = found;
  useEffect(() => onCopyable(() => rows.map(rowText).join("\n\n")), [onCopyable, rows]);
  const place = useChunks({ length: rows.length, size: FOUND_SIZE, isLoaded: () => true });
  useHighlight(place.element, filter.text);
  const isRunning = run.status === "running" && snapshot.finished === null;
  const isDone = found.seq >= lastSeq;
  return (
    <>
      <FoundStatus found={found} lastSeq={lastSeq} scan={scan} />
      {isDone && rows.length === 0 ? (
        <div className="min-h-0 flex-1 overflow-y-auto p-3">
          <EmptyState icon={SearchX} title="Nothing found" />
        </div>
      ) : (
        <RowsView
          run={run}
          place={place}
          renderChunk={(index) =>
            rows
              .slice(index * FOUND_SIZE, (index + 1) * FOUND_SIZE)
              .map((row) => (
                <FoundRow
                  key={`${row.kind} ${row.seq}`}
                  row={settled(row, isRunning)}
                  text={filter.text}
                  startedAt={run.started_at}
                  onShow={onShow}
                />
              ))
          }
        />
      )}
    </>
  );
}

function scanOf(run: Run, log: TranscriptLog, filter: RowFilter): TranscriptScan {
  return createTranscriptScan({
    matches: createMatcher(filter),
    isToldInParts: isToldInParts(run),
    slot: log.events.slot,
    read: log.read,
    nextFrame,
    soon: (callback) => setTimeout(callback, SHOW_MS),
  });
}

/** Decides whether a call without a result may still get one. */
function settled(row: Row, isRunning: boolean): Row {
  if (row.kind !== "tool" || row.result !== null) return row;
  return { ...row, state: isRunning ? "running" : "none" };
}

type FoundRowProps = {
  row: Row;
  text: string;
  startedAt: string;
  onShow: (seq: number) => void;
};

function FoundRow({ row, text, startedAt, onShow }: FoundRowProps) {
  const snippet = snippetOf(row, text);
  return (
    <RowActions value={<ShowInPlace onShow={() => onShow(row.seq)} />}>
      <TranscriptRow row={row} startedAt={startedAt} />
      {snippet !== null && (
        <p dir="auto" className="mb-1 truncate pr-16 pl-9 font-mono text-sm text-muted">
          {snippet.before}
          <mark className="bg-transparent text-foreground">{snippet.found}</mark>
          {snippet.after}
        </p>
      )}
    </RowActions>
  );
}

function ShowInPlace({ onShow }: { onShow: () => void }) {
  return (
    <button
      type="button"
      onClick={onShow}
      data-tooltip="Show in transcript"
      className="hit-area flex size-5 items-center justify-center rounded-sm text-muted hover:bg-hover hover:text-foreground focus-visible:outline-offset-0"
    >
      <Crosshair aria-hidden className="size-3.5" />
      <span className="sr-only">Show in transcript</span>
    </button>
  );
}
