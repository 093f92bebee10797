import type { Run } from "@malamar/contract/run.ts";
import { ArrowDown } from "lucide-react";
import { useEffect, type KeyboardEvent, type ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { counted } from "#lib/format.ts";
import { FoldsContext } from "./folds.ts";
import { InputRow } from "./input-row.tsx";
import { rowsOf } from "./fold-rows.logic.ts";
import { CHUNK_SIZE, type Row } from "./rows.logic.ts";
import { isToldInParts } from "./run-words.logic.ts";
import type { LogSnapshot, TranscriptLog } from "./transcript-log.ts";
import { Placeholder, TranscriptRow } from "./transcript-row.tsx";
import { useChunks } from "./use-chunks.ts";

type TranscriptViewProps = { run: Run; log: TranscriptLog; snapshot: LogSnapshot };

/** The events of a run, of which only those in sight are drawn. */
export function TranscriptView({ run, log, snapshot }: TranscriptViewProps) {
  const { lastSeq } = snapshot;
  const { setElement, virtualizer, folds, ...place } = useChunks(log, lastSeq);
  const items = virtualizer.getVirtualItems();
  const from = (items[0]?.index ?? 0) * CHUNK_SIZE + 1;
  const to = ((items.at(-1)?.index ?? 0) + 1) * CHUNK_SIZE;
  useEffect(() => log.want(from, to), [log, from, to]);

  const rowsAt = (index: number): Row[] =>
    rowsOf(log.events.slot, index * CHUNK_SIZE + 1, Math.min((index + 1) * CHUNK_SIZE, lastSeq), {
      isToldInParts: isToldInParts(run),
      isRunning: run.status === "running" && snapshot.finished === null,
      tailStart: snapshot.tailStart,
      hasCall: log.events.hasCall,
      resultOf: log.events.resultOf,
    });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.key === "End") place.jumpToEnd();
    else if (event.key === "Home") place.jumpToStart();
    else return;
    event.preventDefault();
  };

  return (
    <FoldsContext value={folds}>
      <div className="relative min-h-0 flex-1">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys that scroll */}
        <div
          ref={setElement}
          data-slot="transcript"
          role="log"
          // A run may write hundreds of lines in a second: read out, that would be unbearable.
          aria-live="off"
          aria-label={`Transcript of ${run.agent_name}`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and keyboards must reach that
          tabIndex={0}
          onKeyDown={onKeyDown}
          onScroll={place.onScroll}
          className="absolute inset-0 overflow-x-hidden overflow-y-auto overscroll-contain [overflow-anchor:none] focus-visible:-outline-offset-2"
        >
          <div style={{ height: virtualizer.getTotalSize() }} className="relative">
            {items.map((item) => (
              <div
                key={item.key}
                data-index={item.index}
                ref={virtualizer.measureElement}
                style={{ transform: `translateY(${item.start}px)` }}
                className="absolute top-0 left-0 w-full"
              >
                <Chunk
                  head={item.index === 0 && <InputRow run={run} />}
                  rows={rowsAt(item.index)}
                  startedAt={run.started_at}
                  height={item.size}
                />
              </div>
            ))}
          </div>
        </div>
        {!place.isFollowing && (
          <Button
            size="small"
            onClick={place.jumpToEnd}
            className="absolute bottom-3 left-1/2 -translate-x-1/2 shadow-transient"
          >
            <ArrowDown aria-hidden />
            Jump to latest
            {place.unseen > 0 && ` · ${counted(place.unseen, "new event")}`}
          </Button>
        )}
      </div>
    </FoldsContext>
  );
}

type ChunkProps = {
  /** What stands before its rows. */
  head: ReactNode;
  rows: readonly Row[];
  startedAt: string;
  height: number;
};

function Chunk({ head, rows, startedAt, height }: ChunkProps) {
  const [first] = rows;
  // As high as it was, or as it is thought to be: nothing moves when it is let go.
  if (rows.length === 1 && first?.kind === "gap") return <Placeholder height={height} />;
  return (
    <>
      {head}
      {rows.map((row) => (
        <TranscriptRow key={`${row.kind} ${row.seq}`} row={row} startedAt={startedAt} />
      ))}
    </>
  );
}
