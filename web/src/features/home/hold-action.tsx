import type { HomeAttention } from "@malamar/contract/home.ts";
import { Pause } from "lucide-react";
import { useRef } from "react";
import { WriteButton } from "#components/write-button.tsx";
import { errorMessage } from "#lib/error-details.logic.ts";
import { shortened } from "#lib/short-text.logic.ts";
import { toast } from "#lib/toast.ts";
import { focusBeside } from "./focus-beside.ts";
import { useHold } from "./mutations.ts";

/** A toast fits two lines. */
const MOST_LETTERS = 120;

type HoldActionProps = { item: Pick<HomeAttention, "task_id" | "task_summary"> };

/** Keeps a task that fails or waits from being tried again. */
export function HoldAction({ item }: HoldActionProps) {
  const buttonRef = useRef<HTMLButtonElement>(null);
  const hold = useHold(item.task_id);
  const summary = shortened(item.task_summary, MOST_LETTERS);
  // Awaited, because `mutate` callbacks are dropped when the row unmounts after the decision.
  const decide = async () => {
    const focusNext = focusBeside(buttonRef.current);
    try {
      await hold.mutateAsync();
      focusNext();
      toast.success("Put on hold", { description: summary });
    } catch (error) {
      toast.error("The task was not put on hold", { description: errorMessage(error) });
    }
  };
  return (
    <WriteButton
      ref={buttonRef}
      size="small"
      aria-label={`Hold: ${summary}`}
      isBusy={hold.isPending}
      onClick={() => void decide()}
    >
      <Pause aria-hidden />
      Hold
    </WriteButton>
  );
}
