import type { Run } from "@malamar/contract/run.ts";
import { useEffect, type ReactNode } from "react";
import { rowsOf } from "./fold-rows.logic.ts";
import { InputRow } from "./input-row.tsx";
import { rowText } from "./row-filter.logic.ts";
import { CHUNK_SIZE, type Row } from "./rows.logic.ts";
import { RowsView } from "./rows-view.tsx";
import { isToldInParts } from "./run-words.logic.ts";
import { Target } from "./target.tsx";
import { chunkWith, holderOf } from "./target.logic.ts";
import type { LogSnapshot, TranscriptLog } from "./transcript-log.ts";
import { Placeholder, TranscriptRow } from "./transcript-row.tsx";
import { useChunks } from "./use-chunks.ts";

type TranscriptViewProps = {
  run: Run;
  log: TranscriptLog;
  snapshot: LogSnapshot;
  /** The event to start at. Null starts at the end. */
  target: number | null;
  /** Receives a function that copies the visible rows. */
  onCopyable: (copy: () => string) => void;
};

/** The events of a run. Only visible chunks are rendered. */
export function TranscriptView({ run, log, snapshot, target, onCopyable }: TranscriptViewProps) {
  const { lastSeq } = snapshot;
  const place = useChunks({
    length: lastSeq,
    size: CHUNK_SIZE,
    isLoaded: (index) => log.events.slot(index * CHUNK_SIZE + 1) !== undefined,
    beginAt: target === null ? null : Math.floor((target - 1) / CHUNK_SIZE),
  });
  const items = place.virtualizer.getVirtualItems();
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
  const targetChunk = target === null ? null : chunkWith(target, rowsAt);

  useEffect(() =>
    onCopyable(() => {
      const { element } = place;
      if (element === null) return "";
      const rows = items.flatMap(({ index }) => rowsInSight(element, index, rowsAt(index)));
      return rows.map(rowText).filter(Boolean).join("\n\n");
    }),
  );

  return (
    <RowsView
      run={run}
      place={place}
      renderChunk={(index, height) => (
        <Chunk
          head={index === 0 && <InputRow run={run} />}
          rows={rowsAt(index)}
          target={index === targetChunk ? target : null}
          startedAt={run.started_at}
          height={height}
        />
      )}
    />
  );
}

/** The rows of a chunk that are at least partly visible. */
function rowsInSight(element: HTMLElement, index: number, rows: readonly Row[]): Row[] {
  const drawn = [...(element.querySelector(`[data-index="${index}"]`)?.children ?? [])];
  const { top, bottom } = element.getBoundingClientRect();
  // In the first chunk, the input comes before its rows.
  const own = drawn.slice(drawn.length - rows.length);
  return rows.filter((_, at) => {
    const box = own[at]?.getBoundingClientRect();
    return box !== undefined && box.bottom > top && box.top < bottom;
  });
}

type ChunkProps = {
  /** Rendered before its rows. */
  head: ReactNode;
  rows: readonly Row[];
  /** The event to show. Null if it is in another chunk. */
  target: number | null;
  startedAt: string;
  height: number;
};

function Chunk({ head, rows, target, startedAt, height }: ChunkProps) {
  const [first] = rows;
  // Keeps its measured or estimated height, so that nothing moves when it is dropped.
  if (rows.length === 1 && first?.kind === "gap") return <Placeholder height={height} />;
  const holder = target === null ? null : holderOf(target, rows);
  return (
    <>
      {head}
      {rows.map((row) => {
        const drawn = (
          <TranscriptRow key={`${row.kind} ${row.seq}`} row={row} startedAt={startedAt} />
        );
        if (row !== holder) return drawn;
        return (
          <Target key={`target ${row.seq}`} foldKey={String(target)}>
            {drawn}
          </Target>
        );
      })}
    </>
  );
}
