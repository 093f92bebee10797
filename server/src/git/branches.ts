import type { Git } from "./git.ts";

/** Which of these names no new branch can have, each with the branch that blocks it. */
export async function takenBranches(
  git: Git,
  at: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const parents = new Set(names.flatMap(parentsOf));
  // A name also matches every branch below it, so the parents are listed separately.
  const branches = new Set(await listed(git, at, names));
  for (const parent of parents) {
    if ((await listed(git, at, [parent])).includes(parent)) branches.add(parent);
  }
  return new Map(
    names.flatMap((name): [string, string][] => {
      const inTheWay = [...branches].find((branch) => isInTheWay(branch, name));
      return inTheWay === undefined ? [] : [[name, inTheWay]];
    }),
  );
}

function isInTheWay(branch: string, name: string): boolean {
  return branch === name || branch.startsWith(`${name}/`) || name.startsWith(`${branch}/`);
}

/** Of feature/login/form: feature and feature/login. */
function parentsOf(name: string): string[] {
  const parts = name.split("/");
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join("/"));
}

async function listed(git: Git, at: string, names: readonly string[]): Promise<string[]> {
  const patterns = names.map((name) => `refs/heads/${name}`);
  const said = await git.run({
    at,
    args: ["for-each-ref", "--format=%(refname:lstrip=2)", "--end-of-options", ...patterns],
    effort: "read",
  });
  return said.split("\n").filter((line) => line !== "");
}

/** Whether this branch is checked out at this place; null if there is no such branch. */
export async function isCheckedOut(git: Git, at: string, name: string): Promise<boolean | null> {
  const args = ["for-each-ref", "--format=%(HEAD)%(refname)", "--end-of-options"] as const;
  const said = await git.run({ at, args: [...args, `refs/heads/${name}`], effort: "read" });
  // The name also matches every branch below it.
  const line = said.split("\n").find((each) => each.slice(1) === `refs/heads/${name}`);
  return line === undefined ? null : line.startsWith("*");
}

/** Fails if a branch of that name exists. */
export async function createBranch(git: Git, at: string, name: string, commit: string) {
  await moveRef(git, at, { ref: `refs/heads/${name}`, from: null, to: commit });
}

interface RefMove {
  ref: string;
  /** What it must point to before the move; null: it must not exist yet. */
  from: string | null;
  to: string;
  /** For the log of the branch. */
  why?: string;
}

export async function moveRef(git: Git, at: string, { ref, from, to, why }: RefMove) {
  const message = why === undefined ? [] : ["-m", why];
  await git.run({
    at,
    args: ["update-ref", ...message, "--end-of-options", ref, to, from ?? ""],
    effort: "read",
  });
}
