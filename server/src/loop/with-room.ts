import { isOutOfRoom } from "#events/unit-of-work.ts";

/** On a full disk even a deletion needs space: then it gets the reserve. */
export function withRoom<Result>(spendReserve: () => boolean, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!isOutOfRoom(error) || !spendReserve()) throw error;
    return work();
  }
}
