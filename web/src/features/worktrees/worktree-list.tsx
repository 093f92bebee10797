import type { Worktree, WorktreeState } from "@malamar/contract/worktree.ts";
import { CircleCheck, CircleDashed, Folder, FolderX, Trash2 } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useRef, useState } from "react";
import { Link } from "react-router";
import { BranchName } from "#components/branch-name.tsx";
import { CopyableName } from "#components/copyable-name.tsx";
import { Delayed } from "#components/delayed.tsx";
import { ErrorState } from "#components/error-state.tsx";
import { lazyPart } from "#components/lazy-part.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { WarningLine } from "#components/warning-line.tsx";
import { WriteButton } from "#components/write-button.tsx";
import { useNow } from "#lib/clock.ts";
import { cn } from "#lib/cn.ts";
import { fileSize } from "#lib/format.ts";
import { shortened } from "#lib/short-text.logic.ts";
import type { useWorktrees } from "./queries.ts";
import {
  problemWords,
  removalWords,
  STATE_WORDS,
  totalWords,
  whyNotRemovable,
} from "./worktree.logic.ts";

const [RemoveWorktreeDialog, fetchDialog] = lazyPart(
  async () => (await import("./remove-worktree-dialog.tsx")).RemoveWorktreeDialog,
);

type WorktreeListProps = {
  worktrees: Pick<ReturnType<typeof useWorktrees>, "data" | "error" | "refetch">;
};

/** Where tasks have their files, how much room that takes, and why it is kept. */
export function WorktreeList({ worktrees }: WorktreeListProps) {
  const { data, error, refetch } = worktrees;
  if (data === undefined && error !== null) {
    return (
      <ErrorState
        title="The worktrees could not be loaded"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data === undefined) {
    return (
      <Delayed>
        <output className="sr-only">Loading worktrees</output>
        <Skeleton className="h-20 w-full" />
      </Delayed>
    );
  }
  if (data.worktrees.length === 0) {
    return <p className="text-muted">None yet. A task gets one when its first agent starts.</p>;
  }
  return (
    <div className="space-y-2">
      <p className="text-sm text-muted tabular-nums">{totalWords(data)}</p>
      <ul aria-label="Worktrees" data-commands="" className="divide-y rounded-md border bg-card">
        {data.worktrees.map((worktree) => (
          <WorktreeRow key={worktree.id} worktree={worktree} />
        ))}
      </ul>
    </div>
  );
}

/** A line fits no more. */
const MOST_LETTERS = 160;

function WorktreeRow({ worktree }: { worktree: Worktree }) {
  const [isRemoving, setIsRemoving] = useState(false);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const now = useNow();
  const { branch, path, notice, size_bytes, base_branch, state } = worktree;
  const summary = shortened(worktree.task_summary, MOST_LETTERS);
  const problem = problemWords(worktree);
  const facts = [
    size_bytes === null ? null : fileSize(size_bytes),
    base_branch === null ? null : `from ${base_branch}`,
    removalWords(worktree, now),
  ].filter((fact) => fact !== null);
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-3 py-2">
      <div className="min-w-0 flex-1 basis-64 space-y-0.5">
        <p className="flex min-w-0">
          <Summary worktree={worktree} text={summary} />
        </p>
        <BranchName name={branch} notice={notice} />
        {path !== "" && <CopyableName icon={Folder} kind="path" name={path} />}
        <p className="text-sm wrap-any text-muted tabular-nums">
          <StateLabel state={state} />
          {facts.map((fact) => ` · ${fact}`)}
        </p>
        {problem !== null && <WarningLine text={problem} />}
      </div>
      <Tooltip text={whyNotRemovable(worktree) ?? "Remove it without waiting"}>
        <WriteButton
          ref={buttonRef}
          size="small"
          isBlocked={whyNotRemovable(worktree) !== null}
          onPointerEnter={fetchDialog}
          onFocus={fetchDialog}
          onClick={() => setIsRemoving(true)}
        >
          <Trash2 aria-hidden />
          Remove now…<span className="sr-only"> the worktree of {summary}</span>
        </WriteButton>
      </Tooltip>
      {isRemoving && (
        <RemoveWorktreeDialog
          worktree={worktree}
          onClose={() => setIsRemoving(false)}
          returnFocusTo={buttonRef}
        />
      )}
    </li>
  );
}

/** Its task may be deleted: then a link would lead nowhere. */
function Summary({ worktree, text }: { worktree: Worktree; text: string }) {
  const { workspace_id, task_id, has_task } = worktree;
  const className = "min-w-0 truncate font-medium";
  if (!has_task) {
    return (
      <span dir="auto" className={className}>
        {text}
      </span>
    );
  }
  return (
    <Link
      to={`/workspaces/${workspace_id}/tasks/${task_id}`}
      dir="auto"
      className={cn(className, "hit-area rounded-sm hover:underline")}
    >
      {text}
    </Link>
  );
}

const LOOKS: Readonly<Record<WorktreeState, { icon: LucideIcon; tone: string }>> = {
  creating: { icon: CircleDashed, tone: "text-muted" },
  ready: { icon: CircleCheck, tone: "text-muted" },
  missing: { icon: FolderX, tone: "text-status-review" },
  removing: { icon: Trash2, tone: "text-muted" },
  removed: { icon: Trash2, tone: "text-muted" },
};

function StateLabel({ state }: { state: WorktreeState }) {
  const { icon: Icon, tone } = LOOKS[state];
  return (
    <span className={cn("inline-flex items-center gap-1 align-bottom whitespace-nowrap", tone)}>
      <Icon aria-hidden className="size-3.5 shrink-0" />
      {STATE_WORDS[state]}
    </span>
  );
}
