import type { TaskComment } from "@malamar/contract/task.ts";
import { CircleAlert, Info } from "lucide-react";
import { memo, type ReactNode } from "react";
import { RelativeTime } from "#components/relative-time.tsx";
import { useNow } from "#lib/clock.ts";
import { cn } from "#lib/cn.ts";
import { localTimes } from "#lib/format.ts";
import { FoldedMarkdown, FoldedPlainText } from "#components/folded-text.tsx";
import { voiceOf } from "./timeline.logic.ts";

type CommentEntryProps = { comment: TaskComment };

/** What a person said, or Malamar itself. Remembered: one new comment must not draw hundreds anew. */
export const CommentEntry = memo(function CommentEntry({ comment }: CommentEntryProps) {
  const voice = voiceOf(comment);
  return (
    <EntryCard
      tone={voice === "system" ? "quiet" : voice === "error" ? "error" : "normal"}
      author={comment.author_name}
      time={comment.created_at}
    >
      <CommentText comment={comment} />
    </EntryCard>
  );
});

type EntryCardProps = {
  tone: "normal" | "quiet" | "error";
  author: string;
  /** What else is known about it. */
  meta?: ReactNode;
  time: string;
  children: ReactNode;
};

export function EntryCard({ tone, author, meta, time, children }: EntryCardProps) {
  return (
    <li
      className={cn(
        "rounded-md border skip-offscreen",
        tone === "normal" && "bg-card",
        tone === "quiet" && "border-dashed text-muted",
        tone === "error" && "border-error",
      )}
    >
      <div
        className={cn(
          "flex items-start gap-2 border-b px-3 py-1.5 text-sm",
          tone === "quiet" && "border-b-0 pb-0",
          tone === "error" && "rounded-t-md border-error bg-error-surface",
        )}
      >
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-1.5">
          {tone === "error" && <CircleAlert aria-hidden className="size-3.5 text-error" />}
          {tone === "quiet" && <Info aria-hidden className="size-3.5" />}
          <span className="font-medium wrap-any text-foreground">{author}</span>
          {meta}
        </div>
        <span className="shrink-0 text-muted">
          <RelativeTime iso={time} />
        </span>
      </div>
      <div className={cn("space-y-3 px-3 py-2", tone === "quiet" && "pt-1")}>{children}</div>
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
