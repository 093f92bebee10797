import type { ChangeCount } from "@malamar/contract/checkpoint.ts";
import type { Run } from "@malamar/contract/run.ts";
import type { Task, TaskComment } from "@malamar/contract/task.ts";
import type { Workspace } from "@malamar/contract/workspace.ts";
import type { Worktree } from "@malamar/contract/worktree.ts";
import { CircleAlert, CornerUpLeft } from "lucide-react";
import { useId } from "react";
import { Link, useLocation, useSearchParams } from "react-router";
import { AgentFace } from "#components/agent-face.tsx";
import { BranchName } from "#components/branch-name.tsx";
import { ChangeFigures } from "#components/change-figures.tsx";
import { FoldedPlainText } from "#components/folded-text.tsx";
import { RelativeTime } from "#components/relative-time.tsx";
import { StatusIcon } from "#components/task-status.tsx";
import { WriteButton } from "#components/write-button.tsx";
import type { useTaskActions } from "#features/tasks/actions/task-actions.tsx";
import { hasChanges } from "#features/tasks/changes.logic.ts";
import { useNow } from "#lib/clock.ts";
import { cn } from "#lib/cn.ts";
import { counted, duration, localTimes } from "#lib/format.ts";
import { Clamped } from "./clamped.tsx";
import { CommentText } from "./comment-entry.tsx";
import { costWords } from "./facts.logic.ts";
import { searchOf } from "./task-address.logic.ts";
import { passesOf, workedMs, type Review } from "./review.logic.ts";
import { voiceOf } from "./timeline.logic.ts";

type ReviewHeroProps = {
  task: Task;
  workspace: Workspace | undefined;
  worktree: Worktree | null | undefined;
  review: Review;
  /** What failed before a limit stopped the task. */
  failure: TaskComment | null;
  runs: readonly Run[];
  actions: ReturnType<typeof useTaskActions>;
  /** The user wants to say what is missing. */
  onSendBack: () => void;
};

/** The team's result, its cost, and the decision to make. On a phone, the first screen. */
export function ReviewHero(props: ReviewHeroProps) {
  const { task, workspace, worktree, review, failure, runs, actions, onSendBack } = props;
  const headingId = useId();
  const { move } = actions;
  // Nobody says that it is ready.
  const isStopped = review.kind === "stopped";
  const hasBranch = workspace?.working_directory_mode === "git" && worktree !== null;
  return (
    <section
      aria-labelledby={headingId}
      className="flex flex-col gap-3 rounded-md border border-l-3 border-l-status-review bg-card p-4 max-sm:min-h-[calc(100cqh-2rem)]"
    >
      <header className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <StatusIcon status="in_review" className="size-4" />
        {review.run !== null && (
          <AgentFace
            id={review.run.agent_id}
            name={review.run.agent_name}
            engine={review.run.cli_type}
          />
        )}
        <h3 id={headingId} className="min-w-0 text-lg font-semibold wrap-any">
          {titleOf(review)}
        </h3>
        {review.comment !== null && (
          <span className="ml-auto text-sm text-muted">
            <RelativeTime iso={review.comment.created_at} />
          </span>
        )}
      </header>
      <div className="min-h-0 flex-1">
        {review.comment === null ? (
          <p className="text-muted">
            {runs.length === 0
              ? "Nobody has worked on this yet."
              : "The agent left no comment. The timeline shows what was done."}
          </p>
        ) : (
          // The decision below it stays in sight on a phone, and so does its branch.
          <Clamped
            className={cn(
              "max-h-[min(26rem,42dvh)]",
              hasBranch
                ? "max-sm:max-h-[max(6rem,calc(100cqh-20.5rem))]"
                : "max-sm:max-h-[max(6rem,calc(100cqh-16rem))]",
            )}
          >
            <CommentText comment={review.comment} />
          </Clamped>
        )}
        <LastFailure task={task} review={review} failure={failure} />
      </div>
      <div className="space-y-0.5">
        <ReviewFigures task={task} runs={runs} />
        {/* Its line is there before the name of the branch is. */}
        {hasBranch && (
          <div className="min-h-6">
            {worktree && <BranchName name={worktree.branch} notice={worktree.notice} />}
          </div>
        )}
      </div>
      <div data-commands="This task" className="flex flex-wrap items-center gap-2">
        <WriteButton
          variant={isStopped ? "secondary" : "primary"}
          isBusy={move.isBusy}
          {...(move.target === "done" && { busyLabel: "Moving…" })}
          onClick={() => actions.perform("done")}
        >
          Move to Done
        </WriteButton>
        <WriteButton
          variant={isStopped ? "primary" : "secondary"}
          onClick={onSendBack}
          data-command="Send back with a comment"
        >
          <CornerUpLeft aria-hidden />
          Send back
        </WriteButton>
        {hasBranch && (
          <p className="text-sm text-muted">
            Done keeps this branch and commits anything uncommitted.
          </p>
        )}
      </div>
    </section>
  );
}

/** What went wrong before Malamar stopped it; a limit alone does not say why it was reached. */
function LastFailure({
  task,
  review: { kind, comment },
  failure,
}: Pick<ReviewHeroProps, "task" | "review" | "failure">) {
  const now = useNow();
  const text = failure?.content ?? task.last_error;
  const isSaid = comment !== null && voiceOf(comment) === "error";
  if (kind !== "stopped" || text === null || isSaid) return null;
  return (
    <div className="mt-2 flex items-start gap-1.5 text-error">
      <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <div className="min-w-0 flex-1">
        <Clamped className="max-h-20">
          <FoldedPlainText text={`Last failure: ${localTimes(text, now)}`} />
        </Clamped>
      </div>
    </div>
  );
}

function ReviewFigures({ task, runs }: Pick<ReviewHeroProps, "task" | "runs">) {
  const now = useNow();
  if (runs.length === 0) return null;
  const passes = passesOf(runs);
  return (
    <p className="flex flex-wrap gap-x-3 text-sm text-muted tabular-nums">
      <span>
        {[
          ...(passes > 0 ? [counted(passes, "pass", "passes")] : []),
          `${duration(workedMs(runs, now))} of work`,
          costWords(task.spend),
        ].join(" · ")}
      </span>
      {hasChanges(task.changes) && <ChangedFiles {...task.changes} />}
    </p>
  );
}

/** What there is to look at before the decision. */
function ChangedFiles({ files, additions, deletions }: ChangeCount) {
  const { state } = useLocation();
  const [search] = useSearchParams();
  return (
    <Link
      to={{ search: searchOf("changes", null, search) }}
      replace
      state={state}
      className="hit-area inline-flex items-baseline gap-1.5 rounded-sm font-medium text-primary hover:underline"
    >
      {counted(files, "changed file")}
      <ChangeFigures additions={additions} deletions={deletions} />
    </Link>
  );
}

function titleOf({ kind, run }: Review): string {
  if (kind === "stopped") return "Stopped. You decide what happens next.";
  return run === null ? "Waiting for your review" : `${run.agent_name} asked for your review`;
}
