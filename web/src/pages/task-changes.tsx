import type { Workspace } from "@malamar/contract/workspace.ts";
import { FileDiff } from "lucide-react";
import { EmptyState } from "#components/empty-state.tsx";
import { WriteButton } from "#components/write-button.tsx";
import { ChangesView } from "#features/changes/changes-view.tsx";
import type { ChangesArgs } from "#features/tasks/task/open-task.tsx";
import { useUpdateWorkspace } from "#features/workspaces/mutations.ts";
import { whyUnrecorded } from "#features/workspaces/repository.logic.ts";
import { useKnownRepository } from "#features/workspaces/use-repository.ts";
import { useTaskWorktree } from "#features/worktrees/queries.ts";
import { errorMessage } from "#lib/error-details.logic.ts";
import { toast } from "#lib/toast.ts";

/** What a task changed, or why that is not known. */
export function TaskChanges({ task, workspace, runs, scope, onScope }: ChangesArgs) {
  const mode = workspace?.working_directory_mode;
  const worktree = useTaskWorktree(task.workspace_id, task.id, mode);
  if (task.changes === null) return <NoChanges workspace={workspace} />;
  return (
    <ChangesView
      of={{ kind: "task", id: task.id }}
      runs={runs}
      scope={scope}
      onScope={onScope}
      task={{
        id: task.id,
        lookedId: task.looked_checkpoint_id,
        isWorking: task.current_run_id !== null,
        isDone: task.status === "done",
        ownFolder: mode === "static" ? (workspace?.working_directory_path ?? null) : null,
        // Of a task that is Done, it is about the removal of its worktree.
        problem: task.status === "done" ? null : (worktree?.problem ?? null),
      }}
    />
  );
}

function NoChanges({ workspace }: { workspace: Workspace | undefined }) {
  const isOff = workspace?.working_directory_mode === "static" && !workspace.checkpoints;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto p-4 sm:p-5">
      {isOff ? (
        <NotRecorded workspace={workspace} />
      ) : (
        <EmptyState
          icon={FileDiff}
          title="No changes yet"
          text="What agents change in a Git repository is shown here after each run."
        />
      )}
    </div>
  );
}

/** If the folder is not in a repository, turning checkpoints on would change nothing. */
function NotRecorded({ workspace }: { workspace: Workspace }) {
  const repository = useKnownRepository(workspace.working_directory_path);
  if (repository === undefined) return null;
  const why = repository && whyUnrecorded(repository);
  if (why) return <EmptyState icon={FileDiff} title={why.title} text={why.text} />;
  return <CheckpointsOff workspace={workspace} />;
}

/** Workspaces from before have none until a person wants them: they write into the repository. */
function CheckpointsOff({ workspace }: { workspace: Workspace }) {
  const update = useUpdateWorkspace(workspace.id);
  const turnOn = () =>
    update.mutate(
      { checkpoints: true },
      {
        onSuccess: () =>
          toast.success("Checkpoints are on", {
            description: "The next run stores the first one.",
          }),
        onError: (error) =>
          toast.error("Checkpoints were not turned on", { description: errorMessage(error) }),
      },
    );
  return (
    <EmptyState
      icon={FileDiff}
      title="Checkpoints are off for this workspace."
      text="They store what each run changed in the Git repository of the working directory, so you can review it here and undo it. Your branches, index and files stay as they are."
    >
      <WriteButton variant="primary" isBusy={update.isPending} onClick={turnOn}>
        Turn on checkpoints
      </WriteButton>
    </EmptyState>
  );
}
