import { cliLabel } from "@malamar/contract/plain/cli.ts";
import type { Checkpoint } from "@malamar/contract/checkpoint.ts";
import type { Run } from "@malamar/contract/run.ts";
import type { TaskComment } from "@malamar/contract/task.ts";
import { memo } from "react";
import { AgentFace } from "#components/agent-face.tsx";
import { RelativeTime } from "#components/relative-time.tsx";
import { WorkingDot } from "#components/working-dot.tsx";
import { ChangesLink } from "./changes-link.tsx";
import { CommentText, EntryCard } from "./comment-entry.tsx";
import { Elapsed } from "./elapsed.tsx";
import { RunIcon } from "./run-icon.tsx";
import { failureFacts, failureTitle, figuresSoFar, runFacts } from "./run-words.logic.ts";
import { authorOf, voiceOf } from "./timeline.logic.ts";
import { TranscriptLink } from "./transcript-link.tsx";

type RunEntryProps = {
  run: Run;
  /** Comments made in it or about it. */
  comments: readonly TaskComment[];
  /** What it changed. */
  checkpoint: Checkpoint | null;
};

/** One run: a line, or the header of its comments. Memoized, as comments are. */
export const RunEntry = memo(function RunEntry(props: RunEntryProps) {
  if (props.run.status === "running") return <RunningRun run={props.run} />;
  const [first] = props.comments;
  return first === undefined ? <SilentRun {...props} /> : <SpeakingRun {...props} first={first} />;
}, isSameEntry);

/** The array of comments is always new, but its comments are the same objects. */
function isSameEntry(before: RunEntryProps, after: RunEntryProps): boolean {
  return (
    before.run === after.run &&
    before.checkpoint === after.checkpoint &&
    before.comments.length === after.comments.length &&
    before.comments.every((comment, index) => comment === after.comments[index])
  );
}

function RunningRun({ run }: { run: Run }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-status-progress bg-card px-3 py-2">
      <span className="flex min-w-0 flex-1 gap-1.5">
        <span className="flex h-lh items-center">
          <WorkingDot />
        </span>
        <RunFace run={run} />
        <span className="flex min-w-0 flex-wrap gap-x-1.5">
          <span className="font-medium wrap-any">{run.agent_name}</span>
          <span className="text-muted">
            {cliLabel(run.cli_type)} · working for <Elapsed since={run.started_at} /> ·{" "}
            {figuresSoFar(run)}
          </span>
        </span>
      </span>
      <TranscriptLink run={null} label="Watch live" about={run.agent_name} />
    </li>
  );
}

function SilentRun({ run, checkpoint }: RunEntryProps) {
  return (
    <li className="flex items-start gap-2 px-3 text-sm text-muted">
      <RunIcon run={run} className="mt-0.5" />
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-1.5">
        <RunFace run={run} />
        <span className="font-medium wrap-any text-foreground">{run.agent_name}</span>
        <RunMeta run={run} facts={runFacts(run)} checkpoint={checkpoint} />
      </span>
      <span className="shrink-0">
        <RelativeTime iso={run.finished_at ?? run.started_at} />
      </span>
    </li>
  );
}

function SpeakingRun({ run, comments, checkpoint, first }: RunEntryProps & { first: TaskComment }) {
  const isError = voiceOf(first) === "error";
  return (
    <EntryCard
      tone={isError ? "error" : "normal"}
      face={<RunFace run={run} />}
      author={isError ? failureTitle(run) : authorOf(first)}
      time={run.finished_at ?? run.started_at}
      meta={
        <RunMeta
          run={run}
          facts={isError ? failureFacts(run) : runFacts(run)}
          checkpoint={checkpoint}
        />
      }
    >
      {comments.map((comment) => (
        <CommentText key={comment.id} comment={comment} />
      ))}
    </EntryCard>
  );
}

function RunFace({ run }: { run: Run }) {
  return <AgentFace id={run.agent_id} name={run.agent_name} engine={run.cli_type} />;
}

type RunMetaProps = Pick<RunEntryProps, "run" | "checkpoint"> & { facts: readonly string[] };

function RunMeta({ run, facts, checkpoint }: RunMetaProps) {
  return (
    <span className="inline-flex min-w-0 flex-wrap items-center gap-x-1.5 text-muted">
      <span className="wrap-any">{facts.join(" · ")}</span>
      <TranscriptLink run={run.id} label="Transcript" about={run.agent_name} />
      {checkpoint !== null && <ChangesLink checkpoint={checkpoint} about={run.agent_name} />}
    </span>
  );
}
