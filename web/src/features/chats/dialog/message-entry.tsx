import type { ChatMessage } from "@malamar/contract/chat.ts";
import type { RunId, WorkspaceId } from "@malamar/contract/ids.ts";
import { CircleAlert, Info } from "lucide-react";
import { memo, type ReactNode } from "react";
import { FoldedMarkdown, FoldedPlainText } from "#components/folded-text.tsx";
import { RelativeTime } from "#components/relative-time.tsx";
import { cn } from "#lib/cn.ts";
import { ActionCards } from "./action-cards.tsx";
import { AnswerRun } from "./answer-run.tsx";
import { voiceOf } from "./messages.logic.ts";

type MessageEntryProps = {
  message: ChatMessage;
  workspaceId: WorkspaceId;
  renderRun: (runId: RunId) => ReactNode;
};

/** One entry of the conversation. Remembered: a new one must not draw hundreds anew. */
export const MessageEntry = memo(function MessageEntry(props: MessageEntryProps) {
  const { message } = props;
  const voice = voiceOf(message);
  if (voice === "person") return <PersonEntry message={message} />;
  if (voice === "agent") return <AgentEntry {...props} />;
  return <SystemEntry {...props} isError={voice === "error"} />;
});

function PersonEntry({ message }: { message: ChatMessage }) {
  return (
    <article aria-label="User" className="flex justify-end skip-offscreen">
      <div className="max-w-[85%] min-w-0 space-y-1">
        <Byline message={message} className="justify-end" />
        <div className="rounded-md border bg-surface px-3 py-2">
          <FoldedPlainText text={message.message} />
        </div>
      </div>
    </article>
  );
}

function AgentEntry({ message, workspaceId, renderRun }: MessageEntryProps) {
  const isSilent = message.message.trim() === "";
  const hasActions = message.actions !== null && message.actions.length > 0;
  return (
    <article aria-label={message.author_name} className="space-y-1.5 skip-offscreen">
      <Byline message={message} />
      {!isSilent && <FoldedMarkdown text={message.message} />}
      {isSilent && !hasActions && <p className="text-muted">It answered without words.</p>}
      {message.actions !== null && (
        <ActionCards actions={message.actions} workspaceId={workspaceId} />
      )}
      {message.run_id !== null && <AnswerRun runId={message.run_id} renderRun={renderRun} />}
    </article>
  );
}

function SystemEntry(props: MessageEntryProps & { isError: boolean }) {
  const { message, isError, renderRun } = props;
  const Icon = isError ? CircleAlert : Info;
  return (
    <article
      aria-label={isError ? "Error" : "System"}
      className={cn(
        "rounded-md border px-3 py-2 text-sm skip-offscreen",
        isError ? "border-error bg-error-surface" : "border-dashed text-muted",
      )}
    >
      <div className="flex items-start gap-2">
        <Icon aria-hidden className={cn("mt-0.5 size-3.5 shrink-0", isError && "text-error")} />
        <div className="min-w-0 flex-1">
          <FoldedPlainText text={message.message} />
        </div>
        <span className="shrink-0 text-muted">
          <RelativeTime iso={message.created_at} />
        </span>
      </div>
      {message.run_id !== null && (
        <div className="mt-1">
          <AnswerRun runId={message.run_id} renderRun={renderRun} />
        </div>
      )}
    </article>
  );
}

function Byline({ message, className }: { message: ChatMessage; className?: string }) {
  return (
    <p className={cn("flex min-w-0 items-center gap-2 text-sm", className)}>
      <span className="min-w-0 truncate font-medium">{message.author_name}</span>
      <span className="shrink-0 text-muted">
        <RelativeTime iso={message.created_at} />
      </span>
    </p>
  );
}
