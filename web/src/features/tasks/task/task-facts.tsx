import type { Task } from "@malamar/contract/task.ts";
import type { Workspace } from "@malamar/contract/workspace.ts";
import type { Worktree } from "@malamar/contract/worktree.ts";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { BranchName } from "#components/branch-name.tsx";
import { RelativeTime } from "#components/relative-time.tsx";
import { WarningLine } from "#components/warning-line.tsx";
import { ChangeChip } from "#features/tasks/change-chip.tsx";
import { hasChanges, OUTCOME_WORDS } from "#features/tasks/changes.logic.ts";
import { keptUntil, retentionOf } from "#features/tasks/deletion.logic.ts";
import { useNow } from "#lib/clock.ts";
import { counted } from "#lib/format.ts";
import { CopyButton } from "#components/copy-button.tsx";
import { TaskLabels } from "./task-labels.tsx";
import { waitWords } from "#features/tasks/waits.logic.ts";
import { useTaskBranch } from "./use-task-branch.ts";
import {
  directoryHint,
  isUnrecorded,
  passWords,
  spendWords,
  timeLimitWords,
} from "./facts.logic.ts";

type TaskFactsProps = {
  task: Task;
  workspace: Workspace | undefined;
  /** Its own. Null if it has none, undefined while that is not known. */
  worktree: Worktree | null | undefined;
};

/** What Malamar knows about the task: where it works, what it has used, what blocks it. */
export function TaskFacts({ task, workspace, worktree }: TaskFactsProps) {
  const now = useNow();
  const waiting = waitWords(task, now);
  const deletion = keptUntil(task, retentionOf(workspace), now);
  return (
    <dl className="space-y-3 text-sm">
      <Fact name="Labels">
        <TaskLabels key={task.id} task={task} />
      </Fact>
      {waiting !== null && <Fact name="Waiting">{waiting}</Fact>}
      {task.failure_count > 0 && (
        <Fact name="Failures in a row">{task.failure_count.toLocaleString()}</Fact>
      )}
      <Result task={task} workspace={workspace} worktree={worktree} />
      <WorkingDirectory task={task} workspace={workspace} worktree={worktree} />
      <Guards task={task} workspace={workspace} />
      <Fact name="In total">
        {[counted(task.spend.run_count, "run"), ...spendWords(task.spend, task)].join(", ")}
      </Fact>
      {deletion !== null && <Fact name="Cleanup">{deletion}</Fact>}
      <Fact name="Created">
        <RelativeTime iso={task.created_at} />
      </Fact>
      <Fact name="Updated">
        <RelativeTime iso={task.updated_at} />
      </Fact>
    </dl>
  );
}

/** What the task has changed, and the branch that has it. */
function Result({ task, workspace, worktree }: TaskFactsProps) {
  const branch = useTaskBranch(task, worktree);
  return (
    <>
      {hasChanges(task.changes) && (
        <Fact name="Changes">
          <ChangeChip changes={task.changes} />
          <span aria-hidden> in {counted(task.changes.files, "file")}</span>
        </Fact>
      )}
      {!hasChanges(task.changes) && isUnrecorded(workspace) && (
        <Fact name="Changes">
          Not recorded
          <FactLink to={`/workspaces/${workspace.id}/settings`}>Keep checkpoints</FactLink>
        </Fact>
      )}
      {branch !== null && (
        <Fact name={task.outcome === null ? "Branch" : OUTCOME_WORDS[task.outcome].long}>
          <BranchName name={branch} />
          {worktree?.base_branch != null && (
            <span className="block text-muted">from {worktree.base_branch}</span>
          )}
          {worktree?.notice != null && <WarningLine text={worktree.notice} />}
        </Fact>
      )}
    </>
  );
}

function WorkingDirectory({ task, workspace, worktree }: TaskFactsProps) {
  const path = task.working_directory;
  const hint = directoryHint(task, workspace, worktree);
  return (
    <Fact name="Working directory">
      {path === null ? "None" : <span className="block font-mono wrap-any">{path}</span>}
      {hint !== null && <span className="block wrap-any text-muted">{hint}</span>}
      {path !== null && <CopyButton text={path} label="Copy path" />}
    </Fact>
  );
}

function Guards({ task, workspace }: Pick<TaskFactsProps, "task" | "workspace">) {
  const limits = workspace && timeLimitWords(workspace);
  return (
    <>
      <Fact name="Passes">{passWords(task.pass_count, workspace)}</Fact>
      <Fact name="Since your last input">
        {spendWords(task.guarded_spend, task, workspace).map((words) => (
          <span key={words} className="block">
            {words}
          </span>
        ))}
      </Fact>
      {workspace !== undefined && (
        <Fact name="Timeouts">
          {limits ?? "None"}
          <FactLink to={`/workspaces/${workspace.id}/settings`}>Edit limits</FactLink>
        </Fact>
      )}
    </>
  );
}

function FactLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="hit-area block w-fit rounded-sm font-medium text-primary hover:underline"
    >
      {children}
    </Link>
  );
}

type FactProps = { name: string; children: ReactNode };

function Fact({ name, children }: FactProps) {
  return (
    <div className="space-y-0.5">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="wrap-any tabular-nums">{children}</dd>
    </div>
  );
}
