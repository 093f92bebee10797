import type { WorkspaceId } from "@malamar/contract/ids.ts";
import type { ReactNode } from "react";
import { TaskBar } from "./task-bar.tsx";
import { TASK_TITLE_ID } from "./task-shell.tsx";

type TaskFrameProps = { workspaceId: WorkspaceId; title: string; children: ReactNode };

/** An open task of which there is nothing of its own to show. */
export function TaskFrame({ workspaceId, title, children }: TaskFrameProps) {
  return (
    <>
      <header className="shrink-0 space-y-2 border-b px-4 py-3 sm:px-5">
        <TaskBar workspaceId={workspaceId} />
        <h2 id={TASK_TITLE_ID} className="text-lg font-semibold">
          {title}
        </h2>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto p-4 sm:p-6">{children}</div>
    </>
  );
}
