import type { TaskStatus } from "@malamar/contract/task.ts";
import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  type KeyboardEvent,
  type RefObject,
} from "react";
import { Textarea } from "#components/ui/input.tsx";
import { COMMENT_EFFECTS } from "#features/tasks/actions/task-actions.logic.ts";
import { useConnection } from "#lib/connection.ts";
import { AskedChip, MentionList } from "./ask-agent.tsx";
import { CommentButtons, SEND_LABELS } from "./comment-buttons.tsx";
import { askedIn, withoutMentions, type Askable } from "./mention.logic.ts";
import { isSendKey } from "./send-key.ts";
import { useMentions } from "./use-mentions.ts";

type CommentBoxProps = {
  status: TaskStatus;
  /** The agents a comment can ask. */
  team: readonly Askable[];
  draft: string;
  onChange: (text: string) => void;
  onSend: () => void;
  onAddNote: () => void;
  /** The user asked to write here. */
  wantsFocus: boolean;
  onFocused: () => void;
};

/** Where the user writes to the team. The draft is kept until it is sent. */
export function CommentBox(props: CommentBoxProps) {
  const { status, draft, onChange, onSend, onAddNote } = props;
  const hintId = useId();
  const boxRef = useRef<HTMLTextAreaElement>(null);
  const { isOffline } = useConnection();
  const isNoteOnly = SEND_LABELS[status] === null;
  const team = isNoteOnly ? NOBODY : props.team;
  const mentions = useMentions({ boxRef, text: draft, onChange, team });
  const asked = askedIn(draft, team);
  const isEmpty = draft.trim() === "";
  useFocusWish(props, boxRef);

  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (mentions.onKeyDown(event)) return;
    // Leaves the field but not the task, so that the task's keys work again.
    if (event.key === "Escape") leave(event.currentTarget);
    if (!isSendKey(event)) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };

  return (
    <form
      aria-label="New comment"
      className="group/comment relative space-y-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty && !isOffline) (isNoteOnly ? onAddNote : onSend)();
      }}
    >
      <MentionList mentions={mentions} />
      <Textarea
        ref={boxRef}
        aria-label="Comment"
        aria-describedby={hintId}
        placeholder={isNoteOnly ? "Write a note" : "Write to the team, or @ an agent"}
        value={draft}
        onChange={(event) => onChange(event.currentTarget.value)}
        onSelect={(event) => mentions.onCaret(event.currentTarget.selectionStart)}
        onBlur={() => mentions.onCaret(null)}
        onKeyDown={press}
        className="field-sizing-content max-h-[40dvh] min-h-11"
        {...mentions.fieldProps}
      />
      {/* On a phone it takes its room only from whoever writes. */}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 max-sm:group-[:not(:focus-within):has(textarea:placeholder-shown)]/comment:hidden">
        {asked !== null && (
          <AskedChip agent={asked} onClear={() => onChange(withoutMentions(draft, team))} />
        )}
        <p id={hintId} className="min-w-0 flex-1 basis-48 text-sm text-muted">
          {isOffline ? "You can send this once Malamar responds." : hintOf(status, asked)}
        </p>
        <CommentButtons status={status} isEmpty={isEmpty} onAddNote={onAddNote} />
      </div>
    </form>
  );
}

const NOBODY: readonly Askable[] = [];

function hintOf(status: TaskStatus, asked: Askable | null): string {
  return asked === null
    ? COMMENT_EFFECTS[status]
    : "Only this agent runs. The task then comes back to you.";
}

function leave(box: HTMLElement) {
  box.closest<HTMLElement>('[data-slot="task"]')?.focus();
}

function useFocusWish(
  { wantsFocus, onFocused }: Pick<CommentBoxProps, "wantsFocus" | "onFocused">,
  boxRef: RefObject<HTMLTextAreaElement | null>,
) {
  const fulfil = useEffectEvent(() => {
    boxRef.current?.focus();
    onFocused();
  });
  useEffect(() => {
    if (wantsFocus) fulfil();
  }, [wantsFocus]);
}
