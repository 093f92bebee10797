import type { ChatId, RunId } from "@malamar/contract/ids.ts";
import { ErrorState } from "#components/error-state.tsx";
import { useChatRun } from "#features/runs/queries.ts";
import { RunTranscript } from "./run-transcript.tsx";

type ChatRunTranscriptProps = { chatId: ChatId; runId: RunId };

/**
 * The transcript of a chat's run, of which only the id is known. It takes its height from its
 * container.
 */
export function ChatRunTranscript({ chatId, runId }: ChatRunTranscriptProps) {
  const { data: run, error, refetch } = useChatRun(chatId, runId);
  if (run !== undefined) return <RunTranscript run={run} />;
  if (error === null) return null;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto p-3">
      <ErrorState
        title="The transcript could not be loaded"
        error={error}
        onRetry={() => void refetch()}
      />
    </div>
  );
}
