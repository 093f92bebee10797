import type { Git } from "./git.ts";

interface Where {
  /** Any checkout of the repository, or the bare repository. */
  at: string;
  /** Whether programs named by the repository may run. */
  isTrusted: boolean;
  signal?: AbortSignal | undefined;
}

/** The paths of all worktrees that the repository knows. */
export async function listWorktrees(git: Git, at: string): Promise<string[]> {
  const args = ["worktree", "list", "--porcelain", "-z"] as const;
  const said = await git.run({ at, args, effort: "read" });
  return said.split("\0").flatMap((line) => (line.startsWith("worktree ") ? [line.slice(9)] : []));
}

/**
 * An existing branch: otherwise git sets up tracking, which takes a lock that others want. Or a
 * commit, on no branch.
 */
export type CheckedOut = { branch: string } | { commit: string };

interface NewWorktree extends Where {
  path: string;
  checkedOut: CheckedOut;
  reason: string;
}

export async function addWorktree(git: Git, { path, checkedOut, reason, ...where }: NewWorktree) {
  const locked = ["--lock", "--reason", reason];
  const [name, ...detached] =
    "branch" in checkedOut ? [checkedOut.branch] : [checkedOut.commit, "--detach"];
  await write(git, where, [
    "worktree",
    "add",
    "--quiet",
    ...locked,
    ...detached,
    "--end-of-options",
    path,
    name,
  ]);
}

/** Removes even a locked one with changes, or one whose directory is gone. */
export async function removeWorktree(git: Git, at: string, path: string): Promise<void> {
  const args = ["worktree", "remove", "--force", "--force", "--end-of-options", path] as const;
  await write(git, { at, isTrusted: false }, args);
}

/** Reconnects a worktree and its repository after either has moved. */
export async function repairWorktree(git: Git, at: string, path: string): Promise<void> {
  const args = ["worktree", "repair", "--end-of-options", path] as const;
  await write(git, { at, isTrusted: false }, args);
}

/** Checks out the submodules of a worktree. */
export async function checkOutSubmodules(git: Git, where: Where): Promise<void> {
  await write(git, where, ["submodule", "--quiet", "update", "--init", "--recursive"]);
}

async function write(
  git: Git,
  { at, isTrusted, signal }: Where,
  args: readonly [string, ...string[]],
): Promise<void> {
  await git.run({ at, args, effort: "worktree", isTrusted, ...(signal && { signal }) });
}
