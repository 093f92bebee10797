import type { Checkpoint, CheckpointKind } from "@malamar/contract/checkpoint.ts";
import type { Run } from "@malamar/contract/run.ts";

/** Why a state was stored, if not after a run. */
export const KIND_WORDS: Readonly<Record<Exclude<CheckpointKind, "run">, string>> = {
  created: "When the work began",
  outside: "Changed outside Malamar",
  before_restore: "Before a restore",
  before_accept: "Before Move to Done",
  before_removal: "Before the worktree was removed",
  manual: "Restored or saved manually",
};

/** "Run: Reviewer, pass 3": why a state was stored. */
export function checkpointLabel(
  { kind, run_id, pass }: Checkpoint,
  runs: readonly Pick<Run, "id" | "agent_name">[],
): string {
  if (kind !== "run") return KIND_WORDS[kind];
  const agent = runs.find(({ id }) => id === run_id)?.agent_name;
  const run = agent === undefined ? "Run" : `Run: ${agent}`;
  return pass === null ? run : `${run}, pass ${pass.toLocaleString()}`;
}
