import type { Task, TaskComment } from "@malamar/contract/task.ts";
import { useState } from "react";
import { OutgoingTexts } from "#components/outgoing-texts.tsx";
import { useAddComment } from "#features/tasks/mutations.ts";
import { backInBox, type OutgoingText } from "#lib/outbox.logic.ts";
import { CommentBox } from "./comment-box.tsx";
import { commentOutbox, noteOutbox } from "./comment-outbox.ts";
import { askedIn } from "./mention.logic.ts";

type CommentSectionProps = {
  task: Task;
  /** The comments on the server. Undefined until they have loaded. */
  comments: readonly TaskComment[] | undefined;
  wantsToComment: boolean;
  onCommenting: () => void;
  /** A comment is being sent and will appear at the end. */
  onSent: () => void;
};

/** Where the user writes, below the timeline. Separate, so that typing does not render it. */
export function CommentSection(props: CommentSectionProps) {
  const { task, comments, wantsToComment, onCommenting, onSent } = props;
  const { mutateAsync: addComment } = useAddComment(task.id);
  const outbox = commentOutbox.useOutbox(task.id, {
    entries: comments,
    deliver: (content) =>
      addComment({ content, asks_agent_id: askedIn(content, task.team)?.agent_id ?? null }),
  });
  const notes = noteOutbox.useOutbox(task.id, {
    entries: comments,
    deliver: (content) => addComment({ content, is_note: true }),
  });
  const [draft, setDraft] = useState(() => commentOutbox.draft(task.id));
  const [wantsToEdit, setWantsToEdit] = useState(false);

  const write = (text: string) => {
    setDraft(text);
    commentOutbox.storeDraft(task.id, text);
  };

  const send = (box: typeof outbox) => {
    box.send(draft);
    write("");
    onSent();
  };
  /** A failed comment goes back to the box it came from. */
  const rewrite = (box: typeof outbox) => (item: OutgoingText) => {
    write(backInBox(item.content, draft));
    box.discard(item);
    setWantsToEdit(true);
  };

  return (
    <div data-slot="task-composer" className="shrink-0 border-t bg-background">
      <div className="mx-auto max-w-4xl px-4 py-3 sm:px-5">
        <div className="max-h-[30dvh] space-y-3 overflow-y-auto not-empty:mb-3">
          <OutgoingTexts
            label="Unsent comments"
            items={outbox.items}
            onRetry={outbox.retry}
            onDiscard={outbox.discard}
            onEdit={rewrite(outbox)}
          />
          <OutgoingTexts
            label="Unsent notes"
            mark="Note"
            items={notes.items}
            onRetry={notes.retry}
            onDiscard={notes.discard}
            onEdit={rewrite(notes)}
          />
        </div>
        <CommentBox
          status={task.status}
          team={task.team}
          draft={draft}
          onChange={write}
          onSend={() => send(outbox)}
          onAddNote={() => send(notes)}
          wantsFocus={wantsToComment || wantsToEdit}
          onFocused={() => {
            onCommenting();
            setWantsToEdit(false);
          }}
        />
      </div>
    </div>
  );
}
