import type { Run } from "@malamar/contract/run.ts";
import { MessagesSquare, Trash2, TriangleAlert } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Banner } from "#components/banner.tsx";
import { Delayed } from "#components/delayed.tsx";
import { EmptyState } from "#components/empty-state.tsx";
import { ErrorState } from "#components/error-state.tsx";
import { Button } from "#components/ui/button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { errorMessage } from "#lib/error-details.logic.ts";
import { createFolds, FoldsContext } from "./folds.ts";
import { InputRow } from "./input-row.tsx";

export function Loading() {
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

/** The agent's input is known before it says anything. */
export function Silence({ run }: { run: Run }) {
  const [folds] = useState(() => createFolds(() => {}));
  const isRunning = run.status === "running";
  return (
    <div className="min-h-0 flex-1 overflow-y-auto py-2">
      <FoldsContext value={folds}>
        <InputRow run={run} />
      </FoldsContext>
      <div className="p-3">
        <EmptyState
          icon={MessagesSquare}
          title={isRunning ? "The agent hasn't said anything yet" : "The agent didn't say anything"}
        />
      </div>
    </div>
  );
}

type ErrorProps = { error: unknown; onRetry: () => void };

export function Failed({ error, onRetry }: ErrorProps) {
  return (
    <Notice>
      <ErrorState title="The transcript could not be loaded" error={error} onRetry={onRetry} />
    </Notice>
  );
}

export function Gone() {
  return (
    <Notice>
      <EmptyState
        icon={Trash2}
        title="This run was deleted"
        text="Its transcript was deleted too. Choose another run."
      />
    </Notice>
  );
}

export function PartMissing({ error, onRetry }: ErrorProps) {
  return (
    <div className="shrink-0 p-2">
      <Banner
        tone="error"
        icon={TriangleAlert}
        action={
          <Button size="small" onClick={onRetry}>
            Retry
          </Button>
        }
      >
        A part of the transcript could not be loaded. {errorMessage(error)}
      </Banner>
    </div>
  );
}

function Notice({ children }: { children: ReactNode }) {
  return <div className="min-h-0 flex-1 overflow-y-auto p-3">{children}</div>;
}
