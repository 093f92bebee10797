import { readFound } from "../found.ts";
import { named, type Invariant } from "./invariant.ts";

/** Every acknowledged write is there, or what was acknowledged after it. */
export const nothingLost: Invariant = ({ world, ledger }) => {
  const found = readFound(world);
  const contradictions = ledger.contradictions(found);
  ledger.settle(found);
  return named("Not what was acknowledged", contradictions);
};
