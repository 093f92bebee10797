import type { WorkspaceId } from "@malamar/contract/ids.ts";
import type { Task } from "@malamar/contract/task.ts";
import type { ReactNode } from "react";
import { AgentFace } from "#components/agent-face.tsx";
import { StatusLabel } from "#components/task-status.tsx";
import { WorkingDot } from "#components/working-dot.tsx";
import { TaskActions, type useTaskActions } from "#features/tasks/actions/task-actions.tsx";
import { HoldBadge } from "#features/tasks/hold-badge.tsx";
import { LabelChips } from "#features/tasks/label-chips.tsx";
import { PriorityBadge } from "#features/tasks/priority-badge.tsx";
import { TaskStepper } from "#features/tasks/task-stepper.tsx";
import { useShortcuts } from "#lib/shortcuts.ts";
import { letUnsavedGo } from "#lib/unsaved.ts";
import { Elapsed } from "./elapsed.tsx";
import { TaskTop } from "./task-bar.tsx";
import { TaskMenu } from "./task-menu.tsx";
import { TaskNeighbours } from "./task-neighbours.tsx";
import { useCloseTask } from "./task-shell.tsx";
import { TaskSummary } from "./task-summary.tsx";
import type { TextEdits } from "./text-edits.ts";

type TaskHeaderProps = {
  task: Task;
  workspaceId: WorkspaceId;
  edits: TextEdits;
  actions: ReturnType<typeof useTaskActions>;
};

/** The task's summary, status and actions. */
export function TaskHeader({ task, workspaceId, edits, actions }: TaskHeaderProps) {
  const closeTask = useCloseTask(workspaceId);
  useShortcuts({
    prioritize: () => actions.perform("prioritize"),
    stop: () => actions.perform("stop"),
  });
  return (
    <TaskTop
      workspaceId={workspaceId}
      facts={
        <StatusFacts task={task}>
          <WorkingNow task={task} />
          <LabelChips labels={task.labels} />
        </StatusFacts>
      }
      title={
        <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-6 gap-y-2 pointer-coarse:gap-y-4">
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
      }
    >
      <TaskNeighbours taskId={task.id} workspaceId={workspaceId} />
      <TaskMenu actions={actions} />
    </TaskTop>
  );
}

type StatusFactsProps = { task: Task; children?: ReactNode };

/** Its number, its status, and where its team is. */
export function StatusFacts({ task, children }: StatusFactsProps) {
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <span className="text-muted tabular-nums">#{task.number}</span>
      <StatusLabel status={task.status} className="font-medium" />
      {task.is_priority && <PriorityBadge />}
      {task.is_on_hold && <HoldBadge />}
      <TaskStepper task={task} isFocusable />
      {children}
    </span>
  );
}

export function WorkingNow({ task }: { task: Task }) {
  if (task.current_agent_name === null) return null;
  const agent = task.team.find(({ outcome }) => outcome === "running");
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5 text-muted">
      <WorkingDot />
      <AgentFace id={agent?.agent_id ?? null} name={task.current_agent_name} />
      <span className="min-w-0 truncate">{task.current_agent_name} is working</span>
      {task.current_run_started_at !== null && <Elapsed since={task.current_run_started_at} />}
    </span>
  );
}
