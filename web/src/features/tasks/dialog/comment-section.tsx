import type { Task, TaskComment } from "@malamar/contract/task.ts";
import { useState } from "react";
import { CommentBox } from "./comment-box.tsx";
import { useCommentOutbox } from "./comment-outbox.ts";
import { storedDraft, storeDraft } from "./comment-storage.ts";
import { backInBox } from "./outbox.logic.ts";
import { OutgoingComments } from "./outgoing-comments.tsx";

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
  const outbox = useCommentOutbox(task.id, comments);
  const [draft, setDraft] = useState(() => storedDraft(task.id));
  const [wantsToEdit, setWantsToEdit] = useState(false);

  const write = (text: string) => {
    setDraft(text);
    storeDraft(task.id, text);
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
      <OutgoingComments
        outbox={outbox}
        onEdit={(item) => {
          write(backInBox(item.content, draft));
          outbox.discard(item);
          setWantsToEdit(true);
        }}
      />
    </>
  );
}
