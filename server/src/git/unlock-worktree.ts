import type { Git } from "./git.ts";

/** Git may forget it then, when it has not seen its directory for three months. */
export async function unlockWorktree(git: Git, at: string, path: string): Promise<void> {
  const args = ["worktree", "unlock", "--end-of-options", path] as const;
  const { kind } = await git.answer({ at, args, effort: "read" });
  // One that is not locked is fine.
  if (kind !== "exited") throw new Error(`git worktree unlock did not end: ${kind}`);
}
