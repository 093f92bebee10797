import type { Run } from "@malamar/contract/run.ts";
import { MessagesSquare, Trash2, TriangleAlert } from "lucide-react";
import { Banner } from "#components/banner.tsx";
import { Delayed } from "#components/delayed.tsx";
import { EmptyState } from "#components/empty-state.tsx";
import { ErrorState } from "#components/error-state.tsx";
import { Button } from "#components/ui/button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { errorMessage } from "#lib/error-details.logic.ts";
import { RunHeader } from "./run-header.tsx";
import { TranscriptView } from "./transcript-view.tsx";
import { useTranscriptLog } from "./use-transcript-log.ts";

/** What happened during a run, as it happens. As high as it is given. */
export function RunTranscript({ run }: { run: Run }) {
  return <Opened key={run.id} run={run} />;
}

function Opened({ run }: { run: Run }) {
  const { log, snapshot } = useTranscriptLog(run);
  return (
    // No landmark: a chat may show several at once.
    <article aria-label="Transcript" className="flex h-full min-h-0 min-w-0 flex-col">
      <RunHeader run={run} snapshot={snapshot} />
      {snapshot.phase === "ready" && snapshot.lastSeq > 0 && (
        <TranscriptView run={run} log={log} snapshot={snapshot} />
      )}
      {snapshot.phase === "ready" && snapshot.lastSeq === 0 && (
        <Notice>
          <EmptyState icon={MessagesSquare} title={silence(run)} />
        </Notice>
      )}
      {snapshot.phase === "ready" && snapshot.error !== null && (
        <div className="shrink-0 p-2">
          <Banner
            tone="error"
            icon={TriangleAlert}
            action={
              <Button size="small" onClick={log.retry}>
                Retry
              </Button>
            }
          >
            A part of the transcript could not be loaded. {errorMessage(snapshot.error)}
          </Banner>
        </div>
      )}
      {snapshot.phase === "loading" && <Loading />}
      {snapshot.phase === "failed" && (
        <Notice>
          <ErrorState
            title="The transcript could not be loaded"
            error={snapshot.error}
            onRetry={log.retry}
          />
        </Notice>
      )}
      {snapshot.phase === "gone" && (
        <Notice>
          <EmptyState
            icon={Trash2}
            title="This run was deleted"
            text="Its transcript went with it. Choose another run."
          />
        </Notice>
      )}
    </article>
  );
}

function silence({ status }: Run): string {
  if (status === "running") return "The agent has not said anything yet";
  return "The agent has not said anything";
}

function Notice({ children }: { children: React.ReactNode }) {
  return <div className="min-h-0 flex-1 overflow-y-auto p-3">{children}</div>;
}

function Loading() {
  return (
    <Delayed>
      <output className="sr-only">Loading the transcript</output>
      <div className="space-y-4 px-9 py-4">
        <Skeleton className="h-3.5 w-1/4" />
        <Skeleton className="h-3.5 w-3/5" />
        <Skeleton className="h-3.5 w-2/5" />
        <Skeleton className="h-3.5 w-1/2" />
      </div>
    </Delayed>
  );
}
