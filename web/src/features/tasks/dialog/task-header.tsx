import type { WorkspaceId } from "@malamar/contract/ids.ts";
import type { Task } from "@malamar/contract/task.ts";
import { Flag } from "lucide-react";
import { StatusLabel } from "#components/task-status.tsx";
import { DialogClose } from "#components/ui/dialog.tsx";
import { WorkingDot } from "#components/working-dot.tsx";
import { letUnsavedGo } from "#lib/unsaved.ts";
import { Elapsed } from "./elapsed.tsx";
import { TaskActions } from "./task-actions.tsx";
import { TaskNeighbours } from "./task-neighbours.tsx";
import { TaskSummary } from "./task-summary.tsx";
import type { TextEdits } from "./text-edits.ts";

type TaskHeaderProps = {
  task: Task;
  workspaceId: WorkspaceId;
  edits: TextEdits;
};

/** What it is, how it stands, and what can be done with it. */
export function TaskHeader({ task, workspaceId, edits }: TaskHeaderProps) {
  return (
    <header className="shrink-0 space-y-2 border-b px-4 py-3 sm:px-5">
      <div className="flex items-center gap-3">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <StatusLabel status={task.status} className="font-medium" />
          {task.is_priority && (
            <span className="inline-flex items-center gap-1 font-medium text-primary">
              <Flag aria-hidden className="size-3.5" />
              Priority
            </span>
          )}
          <WorkingNow task={task} />
        </div>
        <TaskNeighbours taskId={task.id} workspaceId={workspaceId} />
        <DialogClose />
      </div>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="flex min-w-0 flex-1 basis-72">
          <TaskSummary task={task} edits={edits} />
        </div>
        <TaskActions task={task} workspaceId={workspaceId} onDeleted={letUnsavedGo} />
      </div>
    </header>
  );
}

function WorkingNow({ task }: { task: Task }) {
  if (task.current_agent_name === null) return null;
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5 text-muted">
      <WorkingDot />
      <span className="min-w-0 truncate">{task.current_agent_name} is working</span>
      {task.current_run_started_at !== null && <Elapsed since={task.current_run_started_at} />}
    </span>
  );
}
