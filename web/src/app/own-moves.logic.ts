import type { TaskId } from "@malamar/contract/ids.ts";
import type { Mutation, QueryClient } from "@tanstack/react-query";
import { taskMutationKeys } from "#features/tasks/mutations.ts";

/**
 * The event of a move arrives at about the same time as its response. This allows for far more
 * delay.
 */
const RECENT_MS = 5_000;

/** Whether this tab has just moved the task to In Review or cancelled it. */
export function isOwnMove(queryClient: QueryClient, id: TaskId, now: number): boolean {
  const mutations = queryClient.getMutationCache();
  const moves = mutations
    .findAll({ mutationKey: taskMutationKeys.update(id) })
    .filter((mutation) => isToReview(mutation.state.variables));
  const cancels = mutations.findAll({ mutationKey: taskMutationKeys.cancel(id) });
  return [...moves, ...cancels].some((mutation) => isUnderWay(mutation, now));
}

/** A cancel ends processes first, so it may stay pending for a long time. */
function isUnderWay({ state }: Mutation, now: number): boolean {
  if (state.status === "pending") return true;
  return state.status === "success" && now - state.submittedAt < RECENT_MS;
}

function isToReview(input: unknown): boolean {
  return (
    typeof input === "object" && input !== null && "status" in input && input.status === "in_review"
  );
}
