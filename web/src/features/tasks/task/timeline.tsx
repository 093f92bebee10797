import type { Checkpoint } from "@malamar/contract/checkpoint.ts";
import type { Run } from "@malamar/contract/run.ts";
import type { Task, TaskComment } from "@malamar/contract/task.ts";
import { CheckpointEntry } from "./checkpoint-entry.tsx";
import { CommentEntry } from "./comment-entry.tsx";
import { RunEntry } from "./run-entry.tsx";
import { ShowEarlier, useNewest } from "./show-earlier.tsx";
import type { TextEdits } from "./text-edits.ts";
import { timelineOf } from "./timeline.logic.ts";

type TimelineProps = {
  comments: readonly TaskComment[];
  runs: readonly Run[];
  checkpoints: readonly Checkpoint[];
  edits: TextEdits;
  team: Task["team"];
  /** Comments that are already shown elsewhere on the page. */
  shownAbove: readonly (TaskComment | null)[];
};

/** Everything said and done, newest last. */
export function Timeline(props: TimelineProps) {
  const { comments, runs, checkpoints, edits, team, shownAbove } = props;
  const told = comments.filter(({ id }) => shownAbove.every((above) => above?.id !== id));
  const newest = useNewest(timelineOf(told, runs, checkpoints), { isStaged: false });
  if (newest.shown.length === 0) {
    return <p className="py-6 text-center text-muted">No comments and no runs yet.</p>;
  }
  return (
    <div className="space-y-3">
      <ShowEarlier newest={newest} />
      <ol aria-label="Timeline" className="space-y-3">
        {newest.shown
          .toReversed()
          .map((entry) =>
            entry.kind === "comment" ? (
              <CommentEntry
                key={entry.key}
                comment={entry.comment}
                asked={askedName(entry.comment, team)}
                edit={edits.comments.get(entry.comment.id) ?? null}
                setEdit={edits.setComment}
              />
            ) : entry.kind === "checkpoint" ? (
              <CheckpointEntry key={entry.key} checkpoint={entry.checkpoint} />
            ) : (
              <RunEntry
                key={entry.key}
                run={entry.run}
                comments={entry.comments}
                checkpoint={entry.checkpoint}
              />
            ),
          )}
      </ol>
    </div>
  );
}

function askedName({ asks_agent_id }: TaskComment, team: Task["team"]): string | null {
  return team.find(({ agent_id }) => agent_id === asks_agent_id)?.name ?? null;
}
