import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import type { Setting } from "./git-environment.ts";
import type { GitCommand } from "./git.ts";

/** A checkout whose files are stored and put back. */
export interface SnapshotPlace {
  /** Its top. */
  at: string;
  /** Our own index of it; the checkout's index stays as it is. */
  indexPath: string;
  /** Programs that the repository names may run. */
  isTrusted: boolean;
}

type Where = Pick<GitCommand, "at" | "effort" | "isTrusted" | "settings" | "env" | "signal">;

/** A command that sees the checkout through its own index, and only reads that. */
export function throughItsIndex(
  { at, isTrusted }: Pick<SnapshotPlace, "at" | "isTrusted">,
  signal: AbortSignal | undefined,
): Where {
  return { at, isTrusted, effort: "checkpoint", env: onlyHere(at), ...(signal && { signal }) };
}

/** A command that sees the checkout through our index. */
export function throughOurIndex(place: SnapshotPlace, signal: AbortSignal | undefined): Where {
  return {
    ...throughItsIndex(place, signal),
    settings: INDEX_SETTINGS,
    env: {
      ...onlyHere(place.at),
      GIT_INDEX_FILE: place.indexPath,
      // It is ours: what git has looked at once is written down in it.
      GIT_OPTIONAL_LOCKS: "1",
    },
  };
}

const INDEX_SETTINGS: readonly Setting[] = [
  // It would write a part of it into the repository.
  ["core.splitIndex", "false"],
  // Both would miss changes that leave some times as they were.
  ["core.untrackedCache", "false"],
  ["core.trustctime", "true"],
  ["core.checkStat", "default"],
];

/** Whatever core.worktree says, the files are here; and the repository is none further up. */
function onlyHere(at: string): Readonly<Record<string, string>> {
  return { GIT_WORK_TREE: at, GIT_CEILING_DIRECTORIES: dirname(realpathSync(at)) };
}
