import type { Checkpoint } from "@malamar/contract/checkpoint.ts";
import type { WorkspaceId } from "@malamar/contract/ids.ts";
import type { Run } from "@malamar/contract/run.ts";
import type { Task } from "@malamar/contract/task.ts";
import type { Workspace } from "@malamar/contract/workspace.ts";
import type { Worktree } from "@malamar/contract/worktree.ts";
import { useState } from "react";
import { useTaskActions } from "#features/tasks/actions/task-actions.tsx";
import { useShortcuts } from "#lib/shortcuts.ts";
import type { RenderChanges, RenderTranscript } from "./open-task.tsx";
import { TaskFacts } from "./task-facts.tsx";
import { StatusFacts, TaskHeader, WorkingNow } from "./task-header.tsx";
import { useTaskPlace } from "./task-place.ts";
import { TaskTabs } from "./task-tabs.tsx";
import { useIsRoomy } from "./task-view-switch.ts";
import { beginEdit } from "./text-edit.logic.ts";
import type { TextEdits } from "./text-edits.ts";

type TaskViewProps = {
  task: Task;
  workspaceId: WorkspaceId;
  workspace: Workspace | undefined;
  worktree: Worktree | null | undefined;
  runs: readonly Run[] | undefined;
  edits: TextEdits;
  checkpoints: readonly Checkpoint[];
  renderTranscript: RenderTranscript;
  renderChanges: RenderChanges;
};

export function TaskView(props: TaskViewProps) {
  const { task, workspaceId, workspace, edits } = props;
  const place = useTaskPlace();
  const actions = useTaskActions(task);
  const isRoomy = useIsRoomy();
  const [wantsToComment, setWantsToComment] = useState(false);

  useShortcuts({
    comment: () => {
      place.go("timeline");
      setWantsToComment(true);
    },
    edit: () => {
      place.go("timeline");
      if (edits.description === null) edits.set("description", beginEdit(task.description));
    },
  });

  return (
    <>
      <TaskHeader task={task} workspaceId={workspaceId} edits={edits} actions={actions} />
      <div className="flex min-h-0 flex-1 short:flex-none">
        <TaskTabs
          {...props}
          place={place}
          hasFactsBeside={isRoomy}
          actions={actions}
          wantsToComment={wantsToComment}
          onWantsToComment={() => setWantsToComment(true)}
          onCommenting={() => setWantsToComment(false)}
        />
        {isRoomy && place.tab !== "changes" && (
          <aside
            aria-label="Facts"
            className="w-65 shrink-0 space-y-3 overflow-y-auto border-l px-4 pt-2 pb-4"
          >
            <StatusFacts task={task}>
              <WorkingNow task={task} />
            </StatusFacts>
            <TaskFacts task={task} workspace={workspace} worktree={props.worktree} />
          </aside>
        )}
      </div>
    </>
  );
}
