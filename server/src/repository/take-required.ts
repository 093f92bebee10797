import { messageOf } from "#lib/app-error.ts";
import type { CheckpointedPlace, CheckpointReason, Checkpoints } from "./checkpoints.ts";
import { RepositoryProblem } from "./repository-problem.ts";

/** Takes a checkpoint without which nothing may run. */
export async function takeRequired(
  checkpoints: Pick<Checkpoints, "take">,
  place: CheckpointedPlace,
  reason: CheckpointReason,
  signal: AbortSignal,
): Promise<void> {
  try {
    await checkpoints.take(place, reason, signal);
  } catch (error) {
    signal.throwIfAborted();
    const message = messageOf(error).replace(/\.$/, "");
    throw new RepositoryProblem(
      `the checkpoint failed: ${message}. Nothing was run, so that nothing can be lost`,
    );
  }
}
