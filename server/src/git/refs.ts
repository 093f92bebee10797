import type { Git } from "./git.ts";

/** Fails if the ref has moved: then someone else is using it. */
export async function deleteRef(git: Git, at: string, ref: string, commit: string): Promise<void> {
  await git.run({
    at,
    args: ["update-ref", "-d", "--end-of-options", ref, commit],
    effort: "read",
  });
}

/** Where a branch is checked out; empty if it is not. */
export async function checkoutOfBranch(git: Git, at: string, branch: string): Promise<string> {
  const args = [
    "for-each-ref",
    "--format=%(worktreepath)",
    "--end-of-options",
    `refs/heads/${branch}`,
  ] as const;
  return (await git.run({ at, args, effort: "read" })).trim();
}
