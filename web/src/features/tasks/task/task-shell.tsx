import type { TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import { useEffect, useLayoutEffect, useRef, type ReactNode } from "react";
import { useLocation, useNavigate } from "react-router";
import { cn } from "#lib/cn.ts";
import { isFromList } from "#lib/from-list.logic.ts";
import { useShortcuts } from "#lib/shortcuts.ts";
import { useTaskView } from "./task-view-switch.ts";

/** Only one task is open at a time. */
export const TASK_TITLE_ID = "task-title";

type TaskShellProps = { taskId: TaskId | null; workspaceId: WorkspaceId; children: ReactNode };

/** The container of an open task: a panel next to the board, or the page. */
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

/** Goes back to the previous page, or to the board if the address was opened directly. */
export function useCloseTask(workspaceId: WorkspaceId): () => void {
  const navigate = useNavigate();
  const { state } = useLocation();
  const board = `/workspaces/${workspaceId}/tasks`;
  return () => void (isFromList(state) ? navigate(-1) : navigate(board, { replace: true }));
}

/** An opened task gets the focus, so that its keys work and no button is pressed by accident. */
function useFocusOnTask(taskId: TaskId | null) {
  const shellRef = useRef<HTMLElement>(null);
  // On a full page load the focus starts at the top, as on every page.
  const isLoaded = useLocation().key === "default";
  const shownTask = useRef(isLoaded ? taskId : undefined);
  useEffect(() => {
    if (shownTask.current === taskId) return;
    shownTask.current = taskId;
    shellRef.current?.focus({ preventScroll: true });
  }, [taskId]);
  useLayoutEffect(
    // Runs before the focused element disappears. The board then focuses the card.
    () => () => document.querySelector("main")?.focus({ preventScroll: true }),
    [],
  );
  return shellRef;
}
