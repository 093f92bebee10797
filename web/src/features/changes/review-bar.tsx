import { MOST_REVIEW_COMMENTS } from "@malamar/contract/plain/changes.ts";
import type { CheckpointId, TaskId } from "@malamar/contract/ids.ts";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Textarea } from "#components/ui/input.tsx";
import { WriteButton } from "#components/write-button.tsx";
import { errorMessage } from "#lib/error-details.logic.ts";
import { counted } from "#lib/format.ts";
import { reviewTexts } from "#lib/line-drafts.ts";
import { toast } from "#lib/toast.ts";
import type { Comparison } from "./changes-of.ts";
import { DraftCard } from "./draft-card.tsx";
import { commentOf, sendable, sendWords } from "./drafts.logic.ts";
import type { PlacedDraft } from "./items.logic.ts";
import { useSendReview } from "./mutations.ts";
import type { Drafts } from "./use-drafts.ts";

type ReviewBarProps = {
  taskId: TaskId;
  /** Nobody works on it now, so comments are a note. */
  isDone: boolean;
  placed: readonly PlacedDraft[];
  /** Files in the list. A comment on any other is shown here. */
  paths: ReadonlySet<string>;
  drafts: Drafts;
  /** What was looked at. */
  from: Comparison["from"];
  checkpointId: CheckpointId;
  onShowAll: () => void;
  /** What had the focus is gone. */
  onFocusLost: () => void;
};

/** All comments that were not sent yet, and the button that sends them as one. */
export function ReviewBar(props: ReviewBarProps) {
  const { placed, paths, drafts, onFocusLost } = props;
  if (placed.length === 0) return null;
  const shown = sendable(placed);
  const homeless = shown.filter(({ draft }) => !paths.has(draft.path));
  return (
    <section
      aria-label="Review"
      data-slot="review-bar"
      data-commands="This review"
      // On a phone its room belongs to the comment that is being written.
      className="shrink-0 space-y-2 border-t bg-background px-3 py-2 max-sm:group-has-[[data-slot=draft-editor]:focus-within]/changes:hidden"
    >
      {homeless.length > 0 && (
        <ul aria-label="Comments on other files" className="max-h-40 space-y-2 overflow-y-auto">
          {homeless.map((one) => (
            <li key={one.draft.key}>
              <p className="font-mono text-xs wrap-any text-muted">{one.draft.path}</p>
              <DraftCard
                placed={one}
                isApart
                onEdit={null}
                onDelete={(draft) => {
                  drafts.discard(draft);
                  onFocusLost();
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <Elsewhere
        count={placed.length - shown.length}
        isAll={shown.length === 0}
        onShowAll={props.onShowAll}
      />
      {shown.length > 0 && <SendForm {...props} shown={shown} />}
    </section>
  );
}

type ElsewhereProps = { count: number; isAll: boolean; onShowAll: () => void };

/** Comments on what is not shown. They cannot be sent from here, but are not lost. */
function Elsewhere({ count, isAll, onShowAll }: ElsewhereProps) {
  if (count === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
      {isAll ? counted(count, "comment") : `${count.toLocaleString()} more`}{" "}
      {count === 1 ? "is" : "are"} on lines that are not shown here.
      <Button size="small" onClick={onShowAll}>
        Show all changes
      </Button>
    </p>
  );
}

type SendFormProps = ReviewBarProps & { shown: readonly PlacedDraft[] };

function SendForm({ shown, ...props }: SendFormProps) {
  const { taskId, isDone, drafts, from, checkpointId, onFocusLost } = props;
  const [text, setText] = useState(() => reviewTexts.draft(taskId));
  const send = useSendReview(taskId);
  const batch = shown.slice(0, MOST_REVIEW_COMMENTS);
  const isLooking = batch.some(({ at }) => at === "looking");
  const write = (next: string) => {
    setText(next);
    reviewTexts.storeDraft(taskId, next);
  };
  const submit = async () => {
    if (send.isPending || isLooking) return;
    const comments = batch.map(commentOf);
    try {
      const { is_note } = await send.mutateAsync({
        checkpoint_id: checkpointId,
        from,
        comments,
        text: text.trim(),
      });
      const sent = counted(batch.length, "comment");
      toast.success(is_note ? `${sent} added as a note` : `${sent} sent to the team`);
    } catch {
      return;
    }
    // What was typed in the meantime stays.
    for (const { draft } of batch) drafts.removeSent(draft);
    if (reviewTexts.draft(taskId) === text) write("");
    onFocusLost();
  };
  return (
    <form
      className="space-y-2"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {send.error !== null && (
        <p role="alert" className="text-sm text-error">
          Not sent. {errorMessage(send.error)}
        </p>
      )}
      <div className="flex flex-wrap items-end gap-2">
        <Textarea
          aria-label="Summary (optional)"
          placeholder="Summary (optional)"
          value={text}
          onChange={(event) => write(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
          rows={1}
          className="field-sizing-content max-h-32 min-h-8 flex-1 basis-40 resize-none pointer-coarse:min-h-11"
        />
        <WriteButton
          type="submit"
          variant="primary"
          isBusy={send.isPending || isLooking}
          busyLabel={send.isPending ? "Sending…" : "Looking for your lines…"}
        >
          {sendWords({ sent: batch.length, all: shown.length, isDone })}
        </WriteButton>
      </div>
    </form>
  );
}
