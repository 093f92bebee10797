import type { Run } from "@malamar/contract/run.ts";
import { FileInput } from "lucide-react";
import { Delayed } from "#components/delayed.tsx";
import { ErrorState } from "#components/error-state.tsx";
import { InputText } from "#components/input-text.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useRunInput } from "#features/runs/queries.ts";
import { ApiError } from "#lib/api.ts";
import { Fold } from "./fold.tsx";
import { RowFrame } from "./row-frame.tsx";

/** The agent's input, before anything else happened. Fetched when it is unfolded. */
export function InputRow({ run }: { run: Run }) {
  return (
    <RowFrame
      isButton
      icon={<FileInput aria-hidden />}
      at={run.started_at}
      startedAt={run.started_at}
    >
      <Fold foldKey="input" title="Input" preview={`What ${run.agent_name} was given`}>
        {() => <Given run={run} />}
      </Fold>
    </RowFrame>
  );
}

function Given({ run }: { run: Run }) {
  const { data: text, error, refetch } = useRunInput(run.id);
  if (text !== undefined) return <InputText text={text} />;
  if (error instanceof ApiError && error.status === 404) {
    return <p className="text-muted">{error.message}</p>;
  }
  if (error !== null) {
    return (
      <ErrorState
        title="The input could not be loaded"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <Delayed>
      <output className="sr-only">Loading the input</output>
      <Skeleton className="h-3.5 w-3/5" />
    </Delayed>
  );
}
