import type { Task, TaskComment } from "@malamar/contract/task.ts";
import { useState } from "react";
import { OutgoingTexts } from "#components/outgoing-texts.tsx";
import { useAddComment } from "#features/tasks/mutations.ts";
import { backInBox } from "#lib/outbox.logic.ts";
import { CommentBox } from "./comment-box.tsx";
import { commentOutbox } from "./comment-outbox.ts";

type CommentSectionProps = {
  task: Task;
  /** Those that the server has; undefined until they are known. */
  comments: readonly TaskComment[] | undefined;
  wantsToComment: boolean;
  onCommenting: () => void;
};

/** Where a person writes, apart from the timeline: a key pressed here draws nothing there. */
export function CommentSection(props: CommentSectionProps) {
  const { task, comments, wantsToComment, onCommenting } = props;
  const add = useAddComment(task.id);
  const outbox = commentOutbox.useOutbox(task.id, { entries: comments, deliver: add.mutateAsync });
  const [draft, setDraft] = useState(() => commentOutbox.draft(task.id));
  const [wantsToEdit, setWantsToEdit] = useState(false);

  const write = (text: string) => {
    setDraft(text);
    commentOutbox.storeDraft(task.id, text);
  };

  return (
    <>
      <CommentBox
        status={task.status}
        draft={draft}
        onChange={write}
        onSend={() => {
          outbox.send(draft);
          write("");
        }}
        wantsFocus={wantsToComment || wantsToEdit}
        onFocused={() => {
          onCommenting();
          setWantsToEdit(false);
        }}
      />
      <OutgoingTexts
        label="Comments on their way"
        items={outbox.items.toReversed()}
        onRetry={outbox.retry}
        onDiscard={outbox.discard}
        onEdit={(item) => {
          write(backInBox(item.content, draft));
          outbox.discard(item);
          setWantsToEdit(true);
        }}
      />
    </>
  );
}
