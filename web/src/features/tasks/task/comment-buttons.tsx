import type { TaskStatus } from "@malamar/contract/task.ts";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { WriteButton } from "#components/write-button.tsx";

/** What sending does. Null where it is not possible. */
export const SEND_LABELS: Readonly<Record<TaskStatus, string | null>> = {
  todo: "Send to team",
  in_progress: "Send to team",
  in_review: "Send back",
  done: null,
};

type CommentButtonsProps = { status: TaskStatus; isEmpty: boolean; onAddNote: () => void };

/** Sends to the team or saves a note. A done task only takes notes. */
export function CommentButtons({ status, isEmpty, onAddNote }: CommentButtonsProps) {
  const sendLabel = SEND_LABELS[status];
  return (
    <div className="ml-auto flex flex-wrap gap-2">
      {sendLabel !== null && (
        <Tooltip text="Agents read notes on their next run. A note doesn't start one.">
          <WriteButton isBlocked={isEmpty} onClick={onAddNote}>
            Add note
          </WriteButton>
        </Tooltip>
      )}
      <Tooltip text={`${sendLabel ?? "Add note"} (Ctrl+Enter or ⌘+Enter)`}>
        <WriteButton type="submit" variant="primary" isBlocked={isEmpty}>
          {sendLabel ?? "Add note"}
        </WriteButton>
      </Tooltip>
    </div>
  );
}
