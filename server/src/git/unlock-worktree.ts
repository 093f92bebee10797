import type { Git } from "./git.ts";

/** Once unlocked, git may forget it after its directory has been missing for three months. */
export async function unlockWorktree(git: Git, at: string, path: string): Promise<void> {
  const args = ["worktree", "unlock", "--end-of-options", path] as const;
  const { kind } = await git.answer({ at, args, effort: "read" });
  // It may not be locked at all.
  if (kind !== "exited") throw new Error(`git worktree unlock did not end: ${kind}`);
}
