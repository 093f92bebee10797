import type { Checkpoint } from "@malamar/contract/checkpoint.ts";
import type { Run } from "@malamar/contract/run.ts";
import type { Task } from "@malamar/contract/task.ts";
import type { Workspace } from "@malamar/contract/workspace.ts";
import type { Worktree } from "@malamar/contract/worktree.ts";
import { ErrorState } from "#components/error-state.tsx";
import type { useTaskActions } from "#features/tasks/actions/task-actions.tsx";
import { useComments } from "#features/tasks/queries.ts";
import { CommentSection } from "./comment-section.tsx";
import { useEndOfTimeline } from "./end-of-timeline.ts";
import { ReviewHero } from "./review-hero.tsx";
import { failureBefore, reviewOf } from "./review.logic.ts";
import { RunRail } from "./run-rail.tsx";
import { TaskDescription } from "./task-description.tsx";
import { TaskOutcome } from "./task-outcome.tsx";
import type { TextEdits } from "./text-edits.ts";
import { Timeline } from "./timeline.tsx";
import { TimelineSkeleton } from "./timeline-skeleton.tsx";

export type TimelinePanelProps = {
  task: Task;
  workspace: Workspace | undefined;
  /** Its own. Null if it has none, undefined while that is not known. */
  worktree: Worktree | null | undefined;
  /** Undefined until they have loaded. */
  runs: readonly Run[] | undefined;
  checkpoints: readonly Checkpoint[];
  edits: TextEdits;
  actions: ReturnType<typeof useTaskActions>;
  wantsToComment: boolean;
  onWantsToComment: () => void;
  onCommenting: () => void;
};

const NO_RUNS: readonly Run[] = [];

/** The result, the description, everything people and agents said and did, and the comment box. */
export function TimelinePanel(props: TimelinePanelProps) {
  const { task, runs = NO_RUNS, edits, actions } = props;
  const comments = useComments(task.id);
  const { watch, onScroll, jump } = useEndOfTimeline();
  // The top of the panel depends on both, so nothing is shown that would move when they arrive.
  const isWaiting =
    (comments.data === undefined && comments.error === null) || props.runs === undefined;
  const review =
    task.status === "in_review" && comments.data !== undefined
      ? reviewOf(comments.data, runs)
      : null;
  const failure =
    review === null ? null : failureBefore(review, comments.data ?? [], task.last_error);
  return (
    <>
      <div
        onScroll={onScroll}
        className="@container-[size] min-h-0 flex-1 overflow-y-auto overscroll-y-contain short:[container-type:normal] short:flex-none short:overflow-visible"
      >
        <div ref={watch} className="mx-auto max-w-4xl space-y-4 px-4 py-4 sm:px-5">
          {isWaiting && <TimelineSkeleton />}
          {!isWaiting && review !== null && (
            <ReviewHero
              task={task}
              workspace={props.workspace}
              worktree={props.worktree}
              review={review}
              failure={failure}
              runs={runs}
              actions={actions}
              onSendBack={props.onWantsToComment}
            />
          )}
          {!isWaiting && <TaskOutcome task={task} worktree={props.worktree} />}
          {!isWaiting && <TaskDescription task={task} edits={edits} />}
          {!isWaiting && (
            <RunRail
              task={task}
              workspace={props.workspace}
              runs={runs}
              checkpoints={props.checkpoints}
            />
          )}
          {comments.data === undefined && comments.error !== null && (
            <ErrorState
              title="The comments could not be loaded"
              error={comments.error}
              onRetry={() => void comments.refetch()}
            />
          )}
          {!isWaiting && comments.data !== undefined && (
            <Timeline
              comments={comments.data}
              runs={runs}
              checkpoints={props.checkpoints}
              edits={edits}
              team={task.team}
              shownAbove={review?.kind === "stopped" ? [review.comment, failure] : []}
            />
          )}
        </div>
      </div>
      <CommentSection {...props} comments={comments.data} onSent={jump} />
    </>
  );
}
