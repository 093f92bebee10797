import { existsSync } from "node:fs";
import { join } from "node:path";
import { moveRef } from "./branches.ts";
import type { Git } from "./git.ts";
import { branchAt, tipOf } from "./revisions.ts";

interface CheckedOut {
  at: string;
  /** The branch that may be moved: no other one is ours. */
  branch: string;
  commit: string;
}

/**
 * Makes a commit the one that is checked out, without touching a file: on its own branch if that is
 * checked out, otherwise on none.
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

/** What git does in several steps, and the file that says it is in the middle of it. */
const OPERATIONS = [
  ["merge", "MERGE_HEAD"],
  ["cherry-pick", "CHERRY_PICK_HEAD"],
  ["revert", "REVERT_HEAD"],
  ["rebase", "rebase-merge"],
  ["rebase", "rebase-apply"],
] as const;

/** A merge that is half done belongs to the files that were there: with others it would be a lie. */
export async function dropOperations(git: Git, at: string): Promise<void> {
  const args = ["rev-parse", "--absolute-git-dir"] as const;
  const directory = (await git.run({ at, args, effort: "read" })).replace(/\n$/, "");
  for (const [command, file] of OPERATIONS) {
    if (existsSync(join(directory, file))) {
      await git.run({ at, args: [command, "--quit"], effort: "read" });
    }
  }
}
