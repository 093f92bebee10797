import type { Git } from "./git.ts";
import { signature } from "./signature.ts";

interface KeptCommit {
  at: string;
  /** A checkpoint: its last parent is the commit that was checked out. */
  commit: string;
  message: string;
}

/**
 * What a branch with this work points to: the commit that was checked out, plus one more commit if
 * not everything was committed.
 */
export async function branchCommitOf(git: Git, { at, commit, message }: KeptCommit) {
  const said = await git.run({
    at,
    args: ["show", "--no-patch", "--format=%T %cI %P", "--end-of-options", commit],
    effort: "read",
  });
  const [tree = "", date = "", ...parents] = said.trim().split(" ");
  const head = parents.at(-1);
  if (head !== undefined && (await treeOf(git, at, head)) === tree) return head;
  const made = await git.run({
    at,
    args: ["commit-tree", ...(head === undefined ? [] : ["-p", head]), "--end-of-options", tree],
    stdin: `${message}\n`,
    // The same commit every time.
    env: signature(date),
    effort: "read",
  });
  return made.trim();
}

async function treeOf(git: Git, at: string, commit: string): Promise<string> {
  const args = ["rev-parse", "--verify", "--end-of-options", `${commit}^{tree}`] as const;
  return (await git.run({ at, args, effort: "read" })).trim();
}
