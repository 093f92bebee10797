import type { TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import { useEffect, useLayoutEffect, useRef, type ReactNode } from "react";
import { useLocation, useNavigate } from "react-router";
import { cn } from "#lib/cn.ts";
import { isFromList } from "#lib/from-list.logic.ts";
import { useShortcuts } from "#lib/shortcuts.ts";
import { useTaskView } from "./task-view-switch.ts";

/** One task is open at a time. */
export const TASK_TITLE_ID = "task-title";

type TaskShellProps = { taskId: TaskId | null; workspaceId: WorkspaceId; children: ReactNode };

/** What holds an open task: a panel beside the board, or the page. */
export function TaskShell({ taskId, workspaceId, children }: TaskShellProps) {
  const view = useTaskView();
  const shellRef = useFocusOnTask(taskId);
  useShortcuts({ close_task: useCloseTask(workspaceId) });
  return (
    <section
      ref={shellRef}
      tabIndex={-1}
      data-slot="task"
      data-view={view}
      aria-labelledby={TASK_TITLE_ID}
      className={cn(
        "flex min-h-0 flex-col bg-background outline-none short:overflow-y-auto",
        view === "panel"
          ? "w-[40%] min-w-120 shrink-0 animate-panel-in border-l"
          : "min-w-0 flex-1",
      )}
    >
      {children}
    </section>
  );
}

/** Back to where it was opened, or to the board if the address was opened directly. */
export function useCloseTask(workspaceId: WorkspaceId): () => void {
  const navigate = useNavigate();
  const { state } = useLocation();
  const board = `/workspaces/${workspaceId}/tasks`;
  return () => void (isFromList(state) ? navigate(-1) : navigate(board, { replace: true }));
}

/** A task that was opened has the focus: its keys work, and nothing is about to be pressed by accident. */
function useFocusOnTask(taskId: TaskId | null) {
  const shellRef = useRef<HTMLElement>(null);
  // A page that was loaded begins at its top, as every page does.
  const isLoaded = useLocation().key === "default";
  const shownTask = useRef(isLoaded ? taskId : undefined);
  useEffect(() => {
    if (shownTask.current === taskId) return;
    shownTask.current = taskId;
    shellRef.current?.focus({ preventScroll: true });
  }, [taskId]);
  useLayoutEffect(
    // Before what has the focus is gone; the board then hands it to the card.
    () => () => document.querySelector("main")?.focus({ preventScroll: true }),
    [],
  );
  return shellRef;
}
