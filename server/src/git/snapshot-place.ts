import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import type { Setting } from "./git-environment.ts";
import type { GitCommand } from "./git.ts";

/** A checkout whose files are stored and restored. */
export interface SnapshotPlace {
  /** Its top. */
  at: string;
  /** Our own index of it; the checkout's own index is never changed. */
  indexPath: string;
  /** Whether programs named by the repository may run. */
  isTrusted: boolean;
}

type Where = Pick<GitCommand, "at" | "effort" | "isTrusted" | "settings" | "env" | "signal">;

/** For a command that reads the checkout through its own index, without writing that. */
export function throughItsIndex(
  { at, isTrusted }: Pick<SnapshotPlace, "at" | "isTrusted">,
  signal: AbortSignal | undefined,
): Where {
  return { at, isTrusted, effort: "checkpoint", env: onlyHere(at), ...(signal && { signal }) };
}

/** For a command that uses our index of the checkout. */
export function throughOurIndex(place: SnapshotPlace, signal: AbortSignal | undefined): Where {
  return {
    ...throughItsIndex(place, signal),
    settings: INDEX_SETTINGS,
    env: {
      ...onlyHere(place.at),
      GIT_INDEX_FILE: place.indexPath,
      // The index is ours, so git may record in it what it has already looked at.
      GIT_OPTIONAL_LOCKS: "1",
    },
  };
}

const INDEX_SETTINGS: readonly Setting[] = [
  // Split index files would go into the repository.
  ["core.splitIndex", "false"],
  // Both would miss changes that keep some timestamps.
  ["core.untrackedCache", "false"],
  ["core.trustctime", "true"],
  ["core.checkStat", "default"],
];

/** Whatever core.worktree says, the files are here; and a repository further up does not count. */
function onlyHere(at: string): Readonly<Record<string, string>> {
  return { GIT_WORK_TREE: at, GIT_CEILING_DIRECTORIES: dirname(realpathSync(at)) };
}
