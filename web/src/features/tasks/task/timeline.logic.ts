import type { Checkpoint } from "@malamar/contract/checkpoint.ts";
import type { RunId } from "@malamar/contract/ids.ts";
import type { Run } from "@malamar/contract/run.ts";
import type { TaskComment } from "@malamar/contract/task.ts";
import { MALAMAR, personName } from "#lib/who.logic.ts";

export type TimelineEntry =
  | { kind: "comment"; key: string; at: string; comment: TaskComment }
  /** A run with the comments made in it or about it. */
  | {
      kind: "run";
      key: string;
      at: string;
      run: Run;
      comments: readonly TaskComment[];
      /** The state it left behind. Null if it changed nothing. */
      checkpoint: Checkpoint | null;
    }
  /** A state of the files that no run left behind. */
  | { kind: "checkpoint"; key: string; at: string; checkpoint: Checkpoint };

/** Comments, runs and states in one list: the run in progress, then the newest first. */
export function timelineOf(
  comments: readonly TaskComment[],
  runs: readonly Run[],
  checkpoints: readonly Checkpoint[] = [],
): TimelineEntry[] {
  const left = new Map(checkpoints.map((checkpoint) => [checkpoint.run_id, checkpoint]));
  const known = new Set(runs.map((run) => run.id));
  const said = commentsByRun(comments);
  const alone = comments.filter(({ run_id }) => run_id === null || !known.has(run_id));
  const entries: TimelineEntry[] = [
    ...checkpoints.filter(isTold).map((checkpoint) => checkpointEntry(checkpoint)),
    ...runs.map((run) => runEntry(run, said.get(run.id) ?? [], left.get(run.id) ?? null)),
    ...alone.map((comment) => commentEntry(comment)),
  ];
  // Both lists come oldest first. After reversing, a stable sort keeps entries of the same moment
  // in order, with Malamar's comment on a run above that run.
  return entries
    .toReversed()
    .toSorted((a, b) => Number(isUnderWay(b)) - Number(isUnderWay(a)) || newestFirst(a.at, b.at));
}

function commentsByRun(comments: readonly TaskComment[]): Map<RunId, TaskComment[]> {
  const said = new Map<RunId, TaskComment[]>();
  for (const comment of comments) {
    if (comment.run_id === null) continue;
    const ofRun = said.get(comment.run_id);
    if (ofRun === undefined) said.set(comment.run_id, [comment]);
    else ofRun.push(comment);
  }
  return said;
}

function commentEntry(comment: TaskComment): TimelineEntry {
  return { kind: "comment", key: comment.id, at: comment.created_at, comment };
}

/** The first state is the beginning, and nothing had changed by then. */
function isTold({ kind }: Checkpoint): boolean {
  return kind !== "run" && kind !== "created";
}

function checkpointEntry(checkpoint: Checkpoint): TimelineEntry {
  return { kind: "checkpoint", key: checkpoint.id, at: checkpoint.created_at, checkpoint };
}

function runEntry(
  run: Run,
  comments: readonly TaskComment[],
  checkpoint: Checkpoint | null,
): TimelineEntry {
  const at = run.finished_at ?? run.started_at;
  return { kind: "run", key: run.id, at, run, comments, checkpoint };
}

function isUnderWay(entry: TimelineEntry): boolean {
  return entry.kind === "run" && entry.run.status === "running";
}

function newestFirst(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? 1 : -1;
}

export type CommentVoice = "person" | "agent" | "system" | "error";

/** A comment by Malamar about a run tells what went wrong. */
export function voiceOf({ user_id, agent_id, run_id }: TaskComment): CommentVoice {
  if (user_id !== null) return "person";
  if (agent_id !== null) return "agent";
  return run_id === null ? "system" : "error";
}

/** The author's name on the page. */
export function authorOf(comment: TaskComment): string {
  const voice = voiceOf(comment);
  if (voice === "person") return personName(comment.author_name);
  return voice === "agent" ? comment.author_name : MALAMAR;
}

export type EntryTone = "normal" | "quiet" | "note" | "error";

const TONES: Readonly<Record<CommentVoice, EntryTone>> = {
  person: "normal",
  agent: "normal",
  system: "quiet",
  error: "error",
};

/** The look of a comment without a run. */
export function toneOf(comment: TaskComment): EntryTone {
  return comment.is_note ? "note" : TONES[voiceOf(comment)];
}
