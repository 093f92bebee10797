import type { WorkspaceId } from "@malamar/contract/ids.ts";
import type { Run } from "@malamar/contract/run.ts";
import type { Task } from "@malamar/contract/task.ts";
import type { Workspace } from "@malamar/contract/workspace.ts";
import { useState } from "react";
import { useShortcuts } from "#lib/shortcuts.ts";
import type { RenderTranscript } from "./open-task.tsx";
import { FoldedFacts, TaskFacts } from "./task-facts.tsx";
import { TaskHeader } from "./task-header.tsx";
import { useTaskPlace } from "./task-place.ts";
import { TaskTabs } from "./task-tabs.tsx";
import { beginEdit } from "./text-edit.logic.ts";
import type { TextEdits } from "./text-edits.ts";
import { useIsWide } from "./use-is-wide.ts";

type TaskViewProps = {
  task: Task;
  workspaceId: WorkspaceId;
  workspace: Workspace | undefined;
  runs: readonly Run[] | undefined;
  edits: TextEdits;
  renderTranscript: RenderTranscript;
};

export function TaskView(props: TaskViewProps) {
  const { task, workspaceId, workspace, edits } = props;
  const place = useTaskPlace();
  const isWide = useIsWide();
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
      <TaskHeader task={task} workspaceId={workspaceId} edits={edits} />
      {/* A transcript needs the height. */}
      {!isWide && place.tab === "timeline" && <FoldedFacts task={task} workspace={workspace} />}
      <div className="flex min-h-0 flex-1">
        <TaskTabs
          {...props}
          place={place}
          wantsToComment={wantsToComment}
          onCommenting={() => setWantsToComment(false)}
        />
        {isWide && (
          <aside aria-label="Facts" className="w-65 shrink-0 overflow-y-auto border-l p-4">
            <TaskFacts task={task} workspace={workspace} />
          </aside>
        )}
      </div>
    </>
  );
}
