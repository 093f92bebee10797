import { existsSync } from "node:fs";
import { join } from "node:path";
import { moveRef } from "./branches.ts";
import type { Git } from "./git.ts";
import { branchAt, tipOf } from "./revisions.ts";

interface CheckedOut {
  at: string;
  /** The only branch we may move: all others belong to someone else. */
  branch: string;
  commit: string;
}

/**
 * Checks out a commit without touching a file: on its own branch if that is checked out,
 * otherwise with a detached HEAD.
 */
export async function checkOutCommit(git: Git, { at, branch, commit }: CheckedOut): Promise<void> {
  const from = await tipOf(git, at, "HEAD");
  if (from === commit) return;
  const why = "malamar: restored";
  if ((await branchAt(git, at)) === branch) {
    await moveRef(git, at, { ref: `refs/heads/${branch}`, from, to: commit, why });
    return;
  }
  const how = ["--no-deref", "-m", why, "--end-of-options"];
  const args = ["update-ref", ...how, "HEAD", commit, from ?? ""] as const;
  await git.run({ at, args, effort: "read" });
}

/** Operations that git does in steps, and the files that show that one is in progress. */
const OPERATIONS = [
  ["merge", "MERGE_HEAD"],
  ["cherry-pick", "CHERRY_PICK_HEAD"],
  ["revert", "REVERT_HEAD"],
  ["rebase", "rebase-merge"],
  ["rebase", "rebase-apply"],
] as const;

/** An unfinished merge belongs to the files that were there; after a restore it would be wrong. */
export async function dropOperations(git: Git, at: string): Promise<void> {
  const args = ["rev-parse", "--absolute-git-dir"] as const;
  const directory = (await git.run({ at, args, effort: "read" })).replace(/\n$/, "");
  for (const [command, file] of OPERATIONS) {
    if (existsSync(join(directory, file))) {
      await git.run({ at, args: [command, "--quit"], effort: "read" });
    }
  }
}
