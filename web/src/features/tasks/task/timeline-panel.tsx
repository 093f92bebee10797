import type { Run } from "@malamar/contract/run.ts";
import type { Task } from "@malamar/contract/task.ts";
import type { Workspace } from "@malamar/contract/workspace.ts";
import { ErrorState } from "#components/error-state.tsx";
import type { useTaskActions } from "#features/tasks/actions/task-actions.tsx";
import { useComments } from "#features/tasks/queries.ts";
import { CommentSection } from "./comment-section.tsx";
import { useEndOfTimeline } from "./end-of-timeline.ts";
import { ReviewHero } from "./review-hero.tsx";
import { reviewOf } from "./review.logic.ts";
import { RunRail } from "./run-rail.tsx";
import { TaskDescription } from "./task-description.tsx";
import type { TextEdits } from "./text-edits.ts";
import { Timeline } from "./timeline.tsx";
import { TimelineSkeleton } from "./timeline-skeleton.tsx";

export type TimelinePanelProps = {
  task: Task;
  workspace: Workspace | undefined;
  runs: readonly Run[];
  edits: TextEdits;
  actions: ReturnType<typeof useTaskActions>;
  wantsToComment: boolean;
  onWantsToComment: () => void;
  onCommenting: () => void;
};

/** The result, what is to be done, what people and agents said and did, and where to answer. */
export function TimelinePanel(props: TimelinePanelProps) {
  const { task, runs, edits, actions } = props;
  const comments = useComments(task.id);
  const { watch, onScroll, jump } = useEndOfTimeline();
  const review =
    task.status === "in_review" && comments.data !== undefined
      ? reviewOf(comments.data, runs)
      : null;
  return (
    <>
      <div
        onScroll={onScroll}
        className="@container-[size] min-h-0 flex-1 overflow-y-auto overscroll-y-contain"
      >
        <div ref={watch} className="mx-auto max-w-4xl space-y-4 px-4 py-4 sm:px-5">
          {review !== null && (
            <ReviewHero
              task={task}
              review={review}
              runs={runs}
              actions={actions}
              onSendBack={props.onWantsToComment}
            />
          )}
          <TaskDescription task={task} edits={edits} />
          <RunRail task={task} workspace={props.workspace} runs={runs} />
          {comments.data === undefined && comments.error === null && <TimelineSkeleton />}
          {comments.data === undefined && comments.error !== null && (
            <ErrorState
              title="The comments could not be loaded"
              error={comments.error}
              onRetry={() => void comments.refetch()}
            />
          )}
          {comments.data !== undefined && (
            <Timeline
              comments={comments.data}
              runs={runs}
              edits={edits}
              team={task.team}
              shownAbove={review?.kind === "stopped" ? review.comment : null}
            />
          )}
        </div>
      </div>
      <CommentSection {...props} comments={comments.data} onSent={jump} />
    </>
  );
}
