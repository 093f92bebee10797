import type { WorkspaceId } from "@malamar/contract/ids.ts";
import type { Task } from "@malamar/contract/task.ts";
import { StatusLabel } from "#components/task-status.tsx";
import { DialogClose } from "#components/ui/dialog.tsx";
import { WorkingDot } from "#components/working-dot.tsx";
import { TaskActions, useTaskActions } from "#features/tasks/actions/task-actions.tsx";
import { HoldBadge } from "#features/tasks/hold-badge.tsx";
import { PriorityBadge } from "#features/tasks/priority-badge.tsx";
import { useShortcuts } from "#lib/shortcuts.ts";
import { letUnsavedGo } from "#lib/unsaved.ts";
import { Elapsed } from "./elapsed.tsx";
import { TaskNeighbours } from "./task-neighbours.tsx";
import { useCloseTask } from "./task-shell.tsx";
import { TaskSummary } from "./task-summary.tsx";
import type { TextEdits } from "./text-edits.ts";

type TaskHeaderProps = {
  task: Task;
  workspaceId: WorkspaceId;
  edits: TextEdits;
};

/** What it is, how it stands, and what can be done with it. */
export function TaskHeader({ task, workspaceId, edits }: TaskHeaderProps) {
  const actions = useTaskActions(task);
  const closeTask = useCloseTask(workspaceId);
  useShortcuts({
    prioritize: () => actions.perform("prioritize"),
    stop: () => actions.perform("stop"),
  });
  return (
    <header className="shrink-0 space-y-2 border-b px-4 py-3 sm:px-5">
      <div className="flex flex-wrap items-center justify-end gap-x-3">
        <div className="flex min-w-0 flex-1 basis-28 flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <span className="text-muted tabular-nums">#{task.number}</span>
          <StatusLabel status={task.status} className="font-medium" />
          {task.is_priority && <PriorityBadge />}
          {task.is_on_hold && <HoldBadge />}
          <WorkingNow task={task} />
        </div>
        <TaskNeighbours taskId={task.id} workspaceId={workspaceId} />
        <DialogClose />
      </div>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="flex min-w-0 flex-1 basis-72">
          <TaskSummary task={task} edits={edits} />
        </div>
        <TaskActions
          actions={actions}
          onDeleted={() => {
            letUnsavedGo();
            closeTask();
          }}
        />
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
