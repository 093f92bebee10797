import type { TaskComment } from "@malamar/contract/task.ts";
import { CircleAlert, Info, StickyNote } from "lucide-react";
import { memo, useState, type ReactNode } from "react";
import { AgentFace } from "#components/agent-face.tsx";
import { FoldedMarkdown, FoldedPlainText } from "#components/folded-text.tsx";
import { RelativeTime } from "#components/relative-time.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { useNow } from "#lib/clock.ts";
import { cn } from "#lib/cn.ts";
import { absoluteTime, localTimes } from "#lib/format.ts";
import { CommentEditor } from "./comment-editor.tsx";
import { CommentMenu } from "./comment-menu.tsx";
import { DeletedComment } from "./deleted-comment.tsx";
import { beginEdit, type TextEdit } from "./text-edit.logic.ts";
import type { SetCommentEdit } from "./text-edits.ts";
import { authorOf, toneOf, voiceOf, type EntryTone } from "./timeline.logic.ts";

type CommentEntryProps = {
  comment: TaskComment;
  /** The name of the one agent that it asks. Null if it asks none, or one that is gone. */
  asked: string | null;
  /** The author's unsaved edit. */
  edit: TextEdit | null;
  setEdit: SetCommentEdit;
};

/**
 * A comment by a person or by Malamar itself. Memoized, so that a new comment does not render
 * hundreds again.
 */
export const CommentEntry = memo(function CommentEntry(props: CommentEntryProps) {
  const { comment, asked, edit, setEdit } = props;
  // After an edit the focus returns here.
  const [hasEdited, setHasEdited] = useState(false);
  if (comment.deleted_at !== null) return <DeletedComment {...props} at={comment.deleted_at} />;
  const begin = () => {
    setHasEdited(true);
    setEdit(comment.id, beginEdit(comment.content));
  };
  return (
    <EntryCard
      tone={toneOf(comment)}
      author={authorOf(comment)}
      time={comment.created_at}
      meta={<CommentMeta comment={comment} asked={asked} />}
      menu={
        voiceOf(comment) === "person" &&
        edit === null && <CommentMenu comment={comment} onEdit={begin} hasFocus={hasEdited} />
      }
    >
      {edit === null ? (
        <CommentText comment={comment} />
      ) : (
        <CommentEditor comment={comment} edit={edit} setEdit={setEdit} />
      )}
    </EntryCard>
  );
});

function CommentMeta({ comment, asked }: Pick<CommentEntryProps, "comment" | "asked">) {
  const { asks_agent_id, is_note, edited_at } = comment;
  return (
    <>
      {asks_agent_id !== null && (
        <span className="flex min-w-0 items-center gap-1.5 text-muted">
          asked only
          {asked !== null && <AgentFace id={asks_agent_id} name={asked} />}
          <span className="min-w-0 truncate">{asked ?? "a deleted agent"}</span>
        </span>
      )}
      {is_note && <span className="text-muted">Note</span>}
      {edited_at !== null && (
        <Tooltip text={`Edited ${absoluteTime(edited_at)}`}>
          <time dateTime={edited_at} className="text-muted">
            edited
          </time>
        </Tooltip>
      )}
    </>
  );
}

type EntryCardProps = {
  tone: EntryTone;
  /** Only for an agent. */
  face?: ReactNode;
  author: string;
  /** Further details. */
  meta?: ReactNode;
  time: string;
  /** The author's actions. */
  menu?: ReactNode;
  children: ReactNode;
};

export function EntryCard({ tone, face, author, meta, time, menu, children }: EntryCardProps) {
  const isQuiet = tone === "quiet" || tone === "note";
  return (
    <li
      className={cn(
        "rounded-md border skip-offscreen",
        tone === "normal" && "bg-card",
        isQuiet && "border-dashed",
        tone === "quiet" && "text-muted",
        tone === "error" && "border-error",
      )}
    >
      <div
        className={cn(
          "flex items-start gap-2 border-b px-3 py-1.5 text-sm",
          isQuiet && "border-b-0 pb-0",
          tone === "error" && "rounded-t-md border-error bg-error-surface",
        )}
      >
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-1.5">
          {tone === "error" && <CircleAlert aria-hidden className="size-3.5 text-error" />}
          {tone === "quiet" && <Info aria-hidden className="size-3.5" />}
          {tone === "note" && <StickyNote aria-hidden className="size-3.5 text-muted" />}
          {face}
          <span className="font-medium wrap-any text-foreground">{author}</span>
          {meta}
        </div>
        <span className="shrink-0 text-muted">
          <RelativeTime iso={time} />
        </span>
        {menu}
      </div>
      <div className={cn("space-y-3 px-3 py-2", isQuiet && "pt-1")}>{children}</div>
    </li>
  );
}

export function CommentText({ comment }: { comment: TaskComment }) {
  const now = useNow();
  const voice = voiceOf(comment);
  const isMalamar = voice === "system" || voice === "error";
  if (isMalamar) return <FoldedPlainText text={localTimes(comment.content, now)} />;
  return <FoldedMarkdown text={comment.content} />;
}
