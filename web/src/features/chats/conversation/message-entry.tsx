import type { ChatMessage } from "@malamar/contract/chat.ts";
import type { RunId, WorkspaceId } from "@malamar/contract/ids.ts";
import { CircleAlert, Info, Paperclip } from "lucide-react";
import { Fragment, memo, type ReactNode } from "react";
import { FoldedMarkdown, FoldedPlainText } from "#components/folded-text.tsx";
import { AgentFace } from "#components/agent-face.tsx";
import { RelativeTime } from "#components/relative-time.tsx";
import { cn } from "#lib/cn.ts";
import { MALAMAR, personName } from "#lib/who.logic.ts";
import { ActionCards } from "./action-cards.tsx";
import { AnswerRun } from "./answer-run.tsx";
import { uploadOf, voiceOf } from "./messages.logic.ts";

type MessageEntryProps = {
  message: ChatMessage;
  workspaceId: WorkspaceId;
  isOfSameRun: boolean;
  renderRun: (runId: RunId) => ReactNode;
};

/** One entry of the conversation. Memoized, so that a new one does not render hundreds again. */
export const MessageEntry = memo(function MessageEntry(props: MessageEntryProps) {
  const { message } = props;
  const voice = voiceOf(message);
  if (voice === "person") return <PersonEntry message={message} />;
  if (voice === "agent") return <AgentEntry {...props} />;
  return voice === "error" ? <ErrorEntry {...props} /> : <SystemEntry message={message} />;
});

function PersonEntry({ message }: { message: ChatMessage }) {
  const name = personName(message.author_name);
  return (
    <article aria-label={name} className="flex justify-end skip-offscreen">
      <div className="max-w-[85%] min-w-0 space-y-1">
        <Byline message={message} name={name} className="justify-end" />
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
      <Byline
        message={message}
        name={message.author_name}
        face={<AgentFace id={message.agent_id} name={message.author_name} />}
      />
      {!isSilent && <FoldedMarkdown text={message.message} />}
      {isSilent && !hasActions && <p className="text-muted">No message.</p>}
      {message.actions !== null && (
        <ActionCards actions={message.actions} workspaceId={workspaceId} />
      )}
      {message.run_id !== null && <AnswerRun runId={message.run_id} renderRun={renderRun} />}
    </article>
  );
}

function ErrorEntry({ message, isOfSameRun, renderRun }: MessageEntryProps) {
  return (
    <article
      aria-label="Error"
      className="rounded-md border border-error bg-error-surface px-3 py-2 text-sm skip-offscreen"
    >
      <div className="flex items-start gap-2">
        <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0 text-error" />
        <div className="min-w-0 flex-1">
          <FoldedPlainText text={message.message} />
        </div>
        <Time message={message} />
      </div>
      {message.run_id !== null && !isOfSameRun && (
        <div className="mt-1">
          <AnswerRun runId={message.run_id} renderRun={renderRun} />
        </div>
      )}
    </article>
  );
}

/** Malamar's own notes: quiet, and close together in longer series. */
function SystemEntry({ message }: { message: ChatMessage }) {
  const upload = uploadOf(message.message);
  const Icon = upload === null ? Info : Paperclip;
  return (
    <article
      aria-label={MALAMAR}
      data-quiet
      className="flex items-start gap-2 text-sm text-muted skip-offscreen [[data-quiet]+&]:-mt-2.5"
    >
      <Icon aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <div className="min-w-0 flex-1">
        {upload === null ? (
          <FoldedPlainText text={message.message} />
        ) : (
          <p className="wrap-any whitespace-pre-wrap">
            <Path text={upload.way} />
            <span className="font-medium text-foreground">{upload.name}</span>
          </p>
        )}
      </div>
      <Time message={message} />
    </article>
  );
}

/** Allows line breaks after slashes, so that names stay whole where they fit. */
function Path({ text }: { text: string }) {
  const parts = text.split("/");
  return parts.map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- parts of a path have no other key
    <Fragment key={index}>
      {part}
      {index < parts.length - 1 && (
        <>
          /<wbr />
        </>
      )}
    </Fragment>
  ));
}

function Time({ message }: { message: ChatMessage }) {
  return (
    <span className="shrink-0 text-muted">
      <RelativeTime iso={message.created_at} />
    </span>
  );
}

type BylineProps = { message: ChatMessage; name: string; face?: ReactNode; className?: string };

function Byline({ message, name, face, className }: BylineProps) {
  return (
    <p className={cn("flex min-w-0 items-center gap-2 text-sm", className)}>
      {face}
      <span dir="auto" className="min-w-0 truncate font-medium">
        {name}
      </span>
      <Time message={message} />
    </p>
  );
}
