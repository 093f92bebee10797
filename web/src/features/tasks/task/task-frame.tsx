import type { WorkspaceId } from "@malamar/contract/ids.ts";
import type { ReactNode } from "react";
import { TaskTop } from "./task-bar.tsx";
import { TASK_TITLE_ID } from "./task-shell.tsx";

type TaskFrameProps = { workspaceId: WorkspaceId; title: string; children: ReactNode };

/** The frame for a task that cannot be shown. */
export function TaskFrame({ workspaceId, title, children }: TaskFrameProps) {
  return (
    <>
      <TaskTop
        workspaceId={workspaceId}
        title={
          <h2 id={TASK_TITLE_ID} className="text-lg font-semibold">
            {title}
          </h2>
        }
      />
      <div className="min-h-0 flex-1 overflow-y-auto p-4 sm:p-6">{children}</div>
    </>
  );
}
