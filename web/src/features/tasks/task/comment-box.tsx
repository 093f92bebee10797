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
  const sendLabel = SEND_LABELS[status];
  useFocusWish(props, boxRef);
  return (
    <form
      aria-label="New comment"
      className="space-y-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty && !isOffline) (sendLabel === null ? onAddNote : onSend)();
      }}
    >
      <Textarea
        ref={boxRef}
        aria-label="Comment"
        aria-describedby={hintId}
        placeholder={sendLabel === null ? "Write a note" : "Write to the team"}
        value={draft}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Out of the field, but not out of the task: its keys work again.
          if (event.key === "Escape") leave(event.currentTarget);
          if (!isSendKey(event)) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
        className="field-sizing-content max-h-[40dvh] min-h-11"
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p id={hintId} className="min-w-0 flex-1 basis-48 text-sm text-muted">
          {isOffline ? "It can be sent as soon as Malamar answers again." : COMMENT_EFFECTS[status]}
        </p>
        <div className="flex flex-wrap gap-2">
          {sendLabel === null ? (
            <Tooltip text="Add the note (Ctrl+Enter or ⌘+Enter)">
              <WriteButton type="submit" variant="primary" isBlocked={isEmpty}>
                Add note
              </WriteButton>
            </Tooltip>
          ) : (
            <>
              <Tooltip text="Agents read a note on their next run. It starts nothing.">
                <WriteButton isBlocked={isEmpty} onClick={onAddNote}>
                  Add note
                </WriteButton>
              </Tooltip>
              <Tooltip text={`${sendLabel} (Ctrl+Enter or ⌘+Enter)`}>
                <WriteButton type="submit" variant="primary" isBlocked={isEmpty}>
                  {sendLabel}
                </WriteButton>
              </Tooltip>
            </>
          )}
        </div>
      </div>
    </form>
  );
}

/** What sending does; null where there is nobody to send it to. */
const SEND_LABELS: Readonly<Record<TaskStatus, string | null>> = {
  todo: "Send to team",
  in_progress: "Send to team",
  in_review: "Send back",
  done: null,
};

function leave(box: HTMLElement) {
  box.closest<HTMLElement>('[data-slot="task"]')?.focus();
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
