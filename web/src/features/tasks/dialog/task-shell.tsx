import type { TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import { useRef, type ReactNode } from "react";
import { useLocation, useNavigate } from "react-router";
import { Dialog, DialogContent } from "#components/ui/dialog.tsx";
import { isFromBoard } from "./task-address.logic.ts";

type TaskShellProps = { taskId: TaskId | null; workspaceId: WorkspaceId; children: ReactNode };

/** The window of a task: over the board on a desktop, the whole of a phone. */
export function TaskShell({ taskId, workspaceId, children }: TaskShellProps) {
  const close = useCloseTask(workspaceId);
  const nowhere = useRef(null);
  return (
    <Dialog open onOpenChange={close}>
      <DialogContent
        data-layer="task"
        aria-describedby={undefined}
        returnFocusTo={nowhere}
        className="sm:h-[88dvh] sm:max-h-none sm:w-[calc(100%-2rem)] sm:max-w-[65rem]"
        // The window itself: single keys work at once, and nothing is about to be pressed by accident.
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          cardOf(taskId).focus();
        }}
        onEscapeKeyDown={(event) => {
          // An editor has its own answer to this key.
          const isEditing =
            event.target instanceof Element && event.target.closest("[data-editor]") !== null;
          if (isEditing) event.preventDefault();
        }}
      >
        {children}
      </DialogContent>
    </Dialog>
  );
}

/** Back to where it was opened, or to the board if the address was opened directly. */
export function useCloseTask(workspaceId: WorkspaceId): () => void {
  const navigate = useNavigate();
  const { state } = useLocation();
  return () =>
    void (isFromBoard(state)
      ? navigate(-1)
      : navigate(`/workspaces/${workspaceId}/tasks`, { replace: true }));
}

const FOCUSABLE = "a[href], button, [tabindex]";

/** The card on the board behind, if it is there. */
function cardOf(taskId: TaskId | null): HTMLElement {
  const card =
    taskId && document.querySelector<HTMLElement>(`[data-task-id="${CSS.escape(taskId)}"]`);
  const target = card?.matches(FOCUSABLE) ? card : card?.querySelector<HTMLElement>(FOCUSABLE);
  return target ?? document.querySelector("main") ?? document.body;
}
