import type { CheckpointId, TaskId } from "@malamar/contract/ids.ts";
import { useState } from "react";
import { Textarea } from "#components/ui/input.tsx";
import { WriteButton } from "#components/write-button.tsx";
import { errorMessage } from "#lib/error-details.logic.ts";
import { counted } from "#lib/format.ts";
import { reviewTexts } from "#lib/line-drafts.ts";
import { toast } from "#lib/toast.ts";
import type { Comparison } from "./changes-of.ts";
import { DraftCard } from "./draft-card.tsx";
import type { Drafts } from "./diff-list.tsx";
import { reviewOf } from "./drafts.logic.ts";
import type { PlacedDraft } from "./items.logic.ts";
import { useSendReview } from "./mutations.ts";

type ReviewBarProps = {
  taskId: TaskId;
  placed: readonly PlacedDraft[];
  /** Files in the list. A comment on any other is shown here. */
  paths: ReadonlySet<string>;
  drafts: Drafts;
  /** What was looked at. */
  from: Comparison["from"];
  checkpointId: CheckpointId;
  onSent: () => void;
};

/** All comments that were not sent yet, and the button that sends them as one. */
export function ReviewBar(props: ReviewBarProps) {
  const { taskId, placed, paths, drafts, from, checkpointId, onSent } = props;
  const [text, setText] = useState(() => reviewTexts.draft(taskId));
  const send = useSendReview(taskId);
  if (placed.length === 0) return null;
  const homeless = placed.filter(({ draft }) => !paths.has(draft.path));
  const write = (next: string) => {
    setText(next);
    reviewTexts.storeDraft(taskId, next);
  };
  const submit = async () => {
    if (send.isPending) return;
    const sent = placed.map(({ draft }) => draft);
    try {
      await send.mutateAsync({ checkpoint_id: checkpointId, from, ...reviewOf(placed, text) });
    } catch {
      return;
    }
    for (const draft of sent) drafts.remove(draft);
    write("");
    toast.success(`${counted(sent.length, "comment")} sent to the team`);
    onSent();
  };
  return (
    <form
      aria-label="Review"
      data-slot="review-bar"
      data-commands="This review"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      // On a phone its room belongs to the comment that is being written.
      className="shrink-0 space-y-2 border-t bg-background px-3 py-2 max-sm:group-has-[[data-slot=draft-editor]:focus-within]/changes:hidden"
    >
      {homeless.length > 0 && (
        <ul
          aria-label="Comments on files that are not here"
          className="max-h-40 space-y-2 overflow-y-auto"
        >
          {homeless.map((one) => (
            <li key={one.draft.key}>
              <p className="font-mono text-xs wrap-any text-muted">{one.draft.path}</p>
              <DraftCard placed={one} isApart onDelete={drafts.remove} onEdit={null} />
            </li>
          ))}
        </ul>
      )}
      {send.error !== null && (
        <p role="alert" className="text-sm text-error">
          Not sent. {errorMessage(send.error)}
        </p>
      )}
      <div className="flex flex-wrap items-end gap-2">
        <Textarea
          aria-label="Before the comments (optional)"
          placeholder="Say something before the comments (optional)"
          value={text}
          onChange={(event) => write(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
          rows={1}
          className="field-sizing-content max-h-32 min-h-8 flex-1 basis-56 resize-none"
        />
        <WriteButton type="submit" variant="primary" isBusy={send.isPending} busyLabel="Sending…">
          Send {counted(placed.length, "comment")}
        </WriteButton>
      </div>
    </form>
  );
}
