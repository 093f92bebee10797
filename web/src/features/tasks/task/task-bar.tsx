import type { WorkspaceId } from "@malamar/contract/ids.ts";
import { ArrowLeft, Maximize2, PanelRight, X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { withKey } from "#features/tasks/key-hint.ts";
import { cn } from "#lib/cn.ts";
import { useShortcuts } from "#lib/shortcuts.ts";
import { useCloseTask } from "./task-shell.tsx";
import { useIsRoomy, useTaskView, useToggleView } from "./task-view-switch.ts";

type TaskTopProps = {
  workspaceId: WorkspaceId;
  title: ReactNode;
  facts?: ReactNode;
  /** The actions, at the right. */
  children?: ReactNode;
};

/** The top of an open task. Where there is room it is one line, and the facts are next to the tabs. */
export function TaskTop({ title, facts, ...bar }: TaskTopProps) {
  const isRoomy = useIsRoomy();
  return (
    <header
      data-slot="task-header"
      className={cn(
        "shrink-0 border-b px-4 sm:px-5",
        isRoomy ? "flex min-h-12 flex-col justify-center py-1.5" : "space-y-1.5 py-2.5",
      )}
    >
      <TaskBar {...bar} beside={isRoomy ? title : facts} />
      {!isRoomy && title}
    </header>
  );
}

type TaskBarProps = Omit<TaskTopProps, "title" | "facts"> & {
  /** Next to the button that leads back. */
  beside: ReactNode;
};

/** The first line of an open task, with the buttons to leave it. */
function TaskBar({ workspaceId, beside, children }: TaskBarProps) {
  const close = useCloseTask(workspaceId);
  const isPanel = useTaskView() === "panel";
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {!isPanel && (
        <Tooltip text={withKey("Back to the board", "close_task")}>
          <Button variant="ghost" size="small" className="-ml-2" onClick={close}>
            <ArrowLeft aria-hidden />
            Board
          </Button>
        </Tooltip>
      )}
      <div className="flex min-w-0 flex-1 basis-40 flex-wrap items-center gap-x-3 gap-y-1 max-sm:order-last max-sm:basis-full">
        {beside}
      </div>
      <div className="-mr-2 ml-auto flex items-center pointer-coarse:gap-3">
        {children}
        <ViewSwitch isPanel={isPanel} />
        {isPanel && (
          <Tooltip text={withKey("Close", "close_task")}>
            <Button variant="ghost" size="icon" aria-label="Close" onClick={close}>
              <X aria-hidden />
            </Button>
          </Tooltip>
        )}
      </div>
    </div>
  );
}

function ViewSwitch({ isPanel }: { isPanel: boolean }) {
  const toggle = useToggleView();
  useShortcuts({ toggle_page: () => toggle?.() });
  if (toggle === null) return null;
  const label = isPanel ? "Open as a page" : "Open beside the board";
  return (
    <Tooltip text={withKey(label, "toggle_page")}>
      <Button
        variant="ghost"
        size="icon"
        aria-label={label}
        data-shortcut="toggle_page"
        onClick={toggle}
      >
        {isPanel ? <Maximize2 aria-hidden /> : <PanelRight aria-hidden />}
      </Button>
    </Tooltip>
  );
}
