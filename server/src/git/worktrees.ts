import type { Git, GitCommand } from "./git.ts";
import { throughItsIndex } from "./snapshot-place.ts";

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

/**
 * The files come in a step of their own: some settings of a repository count in this worktree, or on
 * its branch, and nowhere else. The door sees them only there, and so does not let them run.
 */
export async function addWorktree(git: Git, { path, checkedOut, reason, ...where }: NewWorktree) {
  const [name, ...detached] =
    "branch" in checkedOut ? [checkedOut.branch] : [checkedOut.commit, "--detach"];
  const how = ["--quiet", "--no-checkout", "--lock", "--reason", reason, ...detached];
  await write(git, where, ["worktree", "add", ...how, "--end-of-options", path, name]);
  const inside = throughItsIndex({ at: path, isTrusted: where.isTrusted }, where.signal);
  const args = ["reset", "--quiet", "--hard", "--no-recurse-submodules"] as const;
  await git.run({ ...inside, args, effort: "worktree", mayFetch: true });
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
  const args = ["submodule", "--quiet", "update", "--init", "--recursive"] as const;
  await git.run({ ...writing(where), args, mayFetch: true });
}

async function write(git: Git, where: Where, args: GitCommand["args"]): Promise<void> {
  await git.run({ ...writing(where), args });
}

function writing({ at, isTrusted, signal }: Where): Omit<GitCommand, "args"> {
  return { at, effort: "worktree", isTrusted, ...(signal && { signal }) };
}
