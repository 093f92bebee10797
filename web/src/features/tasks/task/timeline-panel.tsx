import type { Run } from "@malamar/contract/run.ts";
import type { Task } from "@malamar/contract/task.ts";
import { ErrorState } from "#components/error-state.tsx";
import { useComments, useLogs } from "#features/tasks/queries.ts";
import { CommentSection } from "./comment-section.tsx";
import { TaskDescription } from "./task-description.tsx";
import type { TextEdits } from "./text-edits.ts";
import { Timeline } from "./timeline.tsx";
import { TimelineSkeleton } from "./timeline-skeleton.tsx";

type TimelinePanelProps = {
  task: Task;
  runs: readonly Run[];
  edits: TextEdits;
  wantsToComment: boolean;
  onCommenting: () => void;
};

/** What is to be done, what people and agents said, and what the agents did. */
export function TimelinePanel(props: TimelinePanelProps) {
  const { task, runs, edits } = props;
  const comments = useComments(task.id);
  const logs = useLogs(task.id);
  return (
    <div className="space-y-4">
      <TaskDescription task={task} edits={edits} />
      <CommentSection {...props} comments={comments.data} />
      {comments.data === undefined && comments.error === null && <TimelineSkeleton />}
      {comments.data === undefined && comments.error !== null && (
        <ErrorState
          title="The comments could not be loaded"
          error={comments.error}
          onRetry={() => void comments.refetch()}
        />
      )}
      {comments.data !== undefined && (
        <Timeline comments={comments.data} runs={runs} logs={logs.data ?? []} edits={edits} />
      )}
    </div>
  );
}
