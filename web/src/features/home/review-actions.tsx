import type { HomeAttention } from "@malamar/contract/home.ts";
import { Check, Undo2 } from "lucide-react";
import { useRef, useState } from "react";
import { lazyPart } from "#components/lazy-part.tsx";
import { WriteButton } from "#components/write-button.tsx";
import { errorMessage } from "#lib/error-details.logic.ts";
import { shortened } from "#lib/short-text.logic.ts";
import { toast } from "#lib/toast.ts";
import { focusBeside } from "./focus-beside.ts";
import { useMoveToDone } from "./mutations.ts";

const [SendBackDialog, fetchDialog] = lazyPart(
  async () => (await import("./send-back-dialog.tsx")).SendBackDialog,
);

/** A toast fits two lines. */
const MOST_LETTERS = 120;

type ReviewActionsProps = { item: Pick<HomeAttention, "task_id" | "task_summary"> };

/** The decisions on a task that waits for the user, right in its row. */
export function ReviewActions({ item }: ReviewActionsProps) {
  const [isSendingBack, setIsSendingBack] = useState(false);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const move = useMoveToDone(item.task_id);
  const summary = shortened(item.task_summary, MOST_LETTERS);
  // Awaited, because `mutate` callbacks are dropped when the row unmounts after the decision.
  const accept = async () => {
    const focusNext = focusBeside(buttonRef.current);
    try {
      await move.mutateAsync();
      focusNext();
      toast.success("Moved to Done", { description: summary });
    } catch (error) {
      toast.error("The task was not moved", { description: errorMessage(error) });
    }
  };
  return (
    <>
      <WriteButton
        ref={buttonRef}
        size="small"
        variant="ghost"
        aria-label={`Send back: ${summary}`}
        onPointerEnter={fetchDialog}
        onFocus={fetchDialog}
        onClick={() => setIsSendingBack(true)}
      >
        <Undo2 aria-hidden />
        Send back
      </WriteButton>
      <WriteButton
        size="small"
        aria-label={`Move to Done: ${summary}`}
        isBusy={move.isPending}
        onClick={() => void accept()}
      >
        <Check aria-hidden />
        Move to Done
      </WriteButton>
      {isSendingBack && (
        <SendBackDialog
          taskId={item.task_id}
          summary={summary}
          onClose={() => setIsSendingBack(false)}
          returnFocusTo={buttonRef}
        />
      )}
    </>
  );
}
