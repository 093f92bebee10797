import type { TaskId } from "@malamar/contract/ids.ts";
import type { TaskLog } from "@malamar/contract/task.ts";
import { AgentFace } from "#components/agent-face.tsx";
import { ErrorState } from "#components/error-state.tsx";
import { RelativeTime } from "#components/relative-time.tsx";
import { useLogs } from "#features/tasks/queries.ts";
import { activityWords, agentOfActivity, runOfActivity } from "./activity.logic.ts";
import { ShowEarlier, useNewest } from "./show-earlier.tsx";
import { TimelineSkeleton } from "./timeline-skeleton.tsx";
import { TranscriptLink } from "./transcript-link.tsx";

type ActivityListProps = { taskId: TaskId };

/** The activity log in sentences, newest first. */
export function ActivityList({ taskId }: ActivityListProps) {
  const logs = useLogs(taskId);
  const newest = useNewest(logs.data?.toReversed() ?? []);
  if (logs.data === undefined && logs.error !== null) {
    return (
      <ErrorState
        title="The activity log could not be loaded"
        error={logs.error}
        onRetry={() => void logs.refetch()}
      />
    );
  }
  if (logs.data === undefined) return <TimelineSkeleton />;
  return (
    <div className="space-y-3">
      <ol aria-label="Activity log" className="divide-y">
        {newest.shown.map((log) => (
          <ActivityRow key={log.id} log={log} />
        ))}
      </ol>
      <ShowEarlier newest={newest} />
    </div>
  );
}

function ActivityRow({ log }: { log: TaskLog }) {
  const run = runOfActivity(log);
  const agent = agentOfActivity(log);
  return (
    <li className="flex items-start gap-3 py-1.5">
      {/* Sentences begin at the same place, whoever they are about. */}
      <span className="flex min-h-5 w-5 shrink-0">
        {agent !== null && <AgentFace {...agent} />}
      </span>
      <span className="flex min-w-0 flex-1 flex-wrap gap-x-2">
        <span className="min-w-0 wrap-any">{activityWords(log)}</span>
        {run !== null && <TranscriptLink run={run} label="Transcript" about={log.actor_name} />}
      </span>
      <span className="shrink-0 text-sm text-muted">
        <RelativeTime iso={log.created_at} />
      </span>
    </li>
  );
}
