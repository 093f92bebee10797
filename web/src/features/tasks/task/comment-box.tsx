import type { TaskStatus } from "@malamar/contract/task.ts";
import { useEffect, useEffectEvent, useId, useRef } from "react";
import { Textarea } from "#components/ui/input.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { WriteButton } from "#components/write-button.tsx";
import { useConnection } from "#lib/connection.ts";
import { isSendKey } from "./send-key.ts";
import { COMMENT_EFFECTS } from "#features/tasks/actions/task-actions.logic.ts";

type CommentBoxProps = {
  status: TaskStatus;
  draft: string;
  onChange: (text: string) => void;
  onSend: () => void;
  onAddNote: () => void;
  /** Somebody asked to write here. */
  wantsFocus: boolean;
  onFocused: () => void;
};

/** The person's word to the team. What is typed here is kept until it is sent. */
export function CommentBox(props: CommentBoxProps) {
  const { status, draft, onChange, onSend, onAddNote } = props;
  const hintId = useId();
  const boxRef = useRef<HTMLTextAreaElement>(null);
  const { isOffline } = useConnection();
  const isEmpty = draft.trim() === "";
  useFocusWish(props, boxRef);
  return (
    <form
      aria-label="New comment"
      className="space-y-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty && !isOffline) onSend();
      }}
    >
      <Textarea
        ref={boxRef}
        aria-label="Comment"
        aria-describedby={hintId}
        placeholder="Write a comment"
        value={draft}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (!isSendKey(event)) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
        className="field-sizing-content max-h-[40dvh] min-h-16"
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p id={hintId} className="min-w-0 flex-1 basis-48 text-sm text-muted">
          {isOffline ? "It can be sent as soon as Malamar answers again." : COMMENT_EFFECTS[status]}
        </p>
        <div className="flex flex-wrap gap-2">
          <Tooltip text="Agents read a note on their next run. It starts nothing.">
            <WriteButton isBlocked={isEmpty} onClick={onAddNote}>
              Add note
            </WriteButton>
          </Tooltip>
          <Tooltip text="Send the comment (Ctrl+Enter or ⌘+Enter)">
            <WriteButton type="submit" variant="primary" isBlocked={isEmpty}>
              Comment
            </WriteButton>
          </Tooltip>
        </div>
      </div>
    </form>
  );
}

function useFocusWish(
  { wantsFocus, onFocused }: Pick<CommentBoxProps, "wantsFocus" | "onFocused">,
  boxRef: React.RefObject<HTMLTextAreaElement | null>,
) {
  const fulfil = useEffectEvent(() => {
    boxRef.current?.focus();
    onFocused();
  });
  useEffect(() => {
    if (wantsFocus) fulfil();
  }, [wantsFocus]);
}
