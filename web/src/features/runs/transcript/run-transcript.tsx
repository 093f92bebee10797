import type { Run } from "@malamar/contract/run.ts";
import { useCallback, useRef, useState } from "react";
import { FoundView } from "./found-view.tsx";
import { filterKey, isFiltering, NO_FILTER, type RowFilter } from "./row-filter.logic.ts";
import { RunHeader } from "./run-header.tsx";
import type { LogSnapshot, TranscriptLog } from "./transcript-log.ts";
import { Failed, Gone, Loading, PartMissing, Silence } from "./transcript-states.tsx";
import { TranscriptTools } from "./transcript-tools.tsx";
import { TranscriptView } from "./transcript-view.tsx";
import { useTranscriptLog } from "./use-transcript-log.ts";

/** The live transcript of a run. It takes its height from its container. */
export function RunTranscript({ run }: { run: Run }) {
  return <Opened key={run.id} run={run} />;
}

function Opened({ run }: { run: Run }) {
  const { log, snapshot } = useTranscriptLog(run);
  const [filter, setFilter] = useState(NO_FILTER);
  /** The event that the user asked to see in its context. */
  const [target, setTarget] = useState<number | null>(null);
  const copy = useRef<() => string>(() => "");
  const onCopyable = useCallback((next: () => string) => {
    copy.current = next;
  }, []);
  const show = (next: RowFilter, seq: number | null) => {
    setFilter(next);
    setTarget(seq);
  };
  return (
    // Not a landmark: a chat may show several at once.
    <article aria-label="Transcript" className="flex h-full min-h-0 min-w-0 flex-col">
      <RunHeader run={run} snapshot={snapshot} />
      <TranscriptTools
        filter={filter}
        onFilter={(next) => show(next, null)}
        copy={() => copy.current()}
      />
      {stateOf(run, log, snapshot) ??
        (isFiltering(filter) ? (
          <FoundView
            key={filterKey(filter)}
            run={run}
            log={log}
            snapshot={snapshot}
            filter={filter}
            onShow={(seq) => show(NO_FILTER, seq)}
            onCopyable={onCopyable}
          />
        ) : (
          <TranscriptView
            run={run}
            log={log}
            snapshot={snapshot}
            target={target}
            onCopyable={onCopyable}
          />
        ))}
      {snapshot.phase === "ready" && snapshot.error !== null && (
        <PartMissing error={snapshot.error} onRetry={log.retry} />
      )}
    </article>
  );
}

/** What is shown instead of events while there are none. */
function stateOf(run: Run, log: TranscriptLog, { phase, error, lastSeq }: LogSnapshot) {
  switch (phase) {
    case "loading":
      return <Loading />;
    case "failed":
      return <Failed error={error} onRetry={log.retry} />;
    case "gone":
      return <Gone />;
    case "ready":
      return lastSeq === 0 ? <Silence run={run} /> : null;
    default:
      return phase satisfies never;
  }
}
