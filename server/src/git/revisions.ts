import { realpathSync } from "node:fs";
import { firstBytes, recordsOf } from "./git-output.ts";
import { errorOf, type Git } from "./git.ts";

/** The commit that a revision names; null if there is none. */
export async function commitOf(git: Git, at: string, revision: string): Promise<string | null> {
  return tipOf(git, at, `${revision}^{commit}`);
}

/** The object that a ref points to; null if there is no such ref. */
export async function tipOf(git: Git, at: string, ref: string): Promise<string | null> {
  return answerOf(git, at, ["rev-parse", "--verify", "--quiet", "--end-of-options", ref]);
}

/** The branch that is checked out, such as main; null for a detached HEAD. */
export async function branchAt(git: Git, at: string): Promise<string | null> {
  const ref = await answerOf(git, at, ["symbolic-ref", "--quiet", "HEAD"]);
  return ref === null ? null : ref.replace(/^refs\/heads\//, "");
}

/** The commit of a local branch, or of a remote's, such as origin/main. */
export async function commitOfBranch(git: Git, at: string, name: string): Promise<string | null> {
  return (
    (await commitOf(git, at, `refs/heads/${name}`)) ??
    (await commitOf(git, at, `refs/remotes/${name}`))
  );
}

/** The real path of the directory that all worktrees of a repository share. */
export async function commonDirectory(git: Git, at: string): Promise<string> {
  const args = ["rev-parse", "--path-format=absolute", "--git-common-dir"] as const;
  return realpathSync((await git.run({ at, args, effort: "read" })).replace(/\n$/, ""));
}

/** Whether the other commit contains this one. */
export async function isAncestor(git: Git, at: string, commit: string, of: string) {
  return (
    (await answerOf(git, at, ["merge-base", "--is-ancestor", "--end-of-options", commit, of])) !==
    null
  );
}

/** The top of a checkout; null in a bare repository. */
export async function checkoutTop(git: Git, at: string): Promise<string | null> {
  const isIn = await git.run({ at, args: ["rev-parse", "--is-inside-work-tree"], effort: "read" });
  if (isIn.trim() !== "true") return null;
  const top = await git.run({ at, args: ["rev-parse", "--show-toplevel"], effort: "read" });
  return top.replace(/\n$/, "");
}

/** More than people write into a file of settings. */
const MOST_BYTES = 1024 * 1024;

/** The content of a file in a commit, or its beginning; null if there is no such file. */
export async function fileAt(
  git: Git,
  { at, commit, path }: { at: string; commit: string; path: string },
): Promise<string | null> {
  const read = { at, effort: "read" } as const;
  const args = ["ls-tree", "-z", "--full-tree", "--end-of-options", commit, path] as const;
  const [entry = ""] = await recordsOf(git, { ...read, args });
  const id = /^100\d+ blob ([0-9a-f]+)\t/.exec(entry)?.[1];
  if (id === undefined) return null;
  const { bytes } = await firstBytes(git, { ...read, args: ["cat-file", "blob", id] }, MOST_BYTES);
  return bytes.toString();
}

/** Null if git answers no, which is exit code 1. */
async function answerOf(
  git: Git,
  at: string,
  args: readonly [string, ...string[]],
): Promise<string | null> {
  const command = { at, args, effort: "read" } as const;
  const result = await git.answer(command);
  if (result.kind === "exited" && result.code === 1) return null;
  const error = errorOf(command, result);
  if (error) throw error;
  return result.stdout.trim();
}
