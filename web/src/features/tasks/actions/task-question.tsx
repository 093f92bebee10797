import type { FocusReturn } from "#components/ui/dialog-parts.ts";
import type { ActableTask } from "./actable-task.ts";
import { CancelTaskDialog } from "./cancel-task-dialog.tsx";
import { DeleteTaskDialog } from "./delete-task-dialog.tsx";
import { StopTaskDialog } from "./stop-task-dialog.tsx";

export type Question = "delete" | "cancel" | "stop";

type TaskQuestionProps = FocusReturn & {
  asked: Question | null;
  task: ActableTask;
  onDeleted: () => void;
  onClose: () => void;
};

/** Asks before some of a task's actions. */
export function TaskQuestion({ asked, onDeleted, ...props }: TaskQuestionProps) {
  if (asked === "delete") return <DeleteTaskDialog {...props} onDeleted={onDeleted} />;
  if (asked === "cancel") return <CancelTaskDialog {...props} />;
  if (asked === "stop") return <StopTaskDialog {...props} />;
  return null;
}
