import {
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";

/**
 * A worktree and its repository point to each other: the worktree's `.git` file names a folder in
 * the repository, and that folder's `gitdir` file names the `.git` file. Read without git, because
 * git fails where one of them is wrong.
 */
export function areLinked(repository: string, path: string): boolean {
  const folder = folderNamedBy(path);
  return folder !== null && folder === realPathOf(folderIn(repository, path));
}

/** The repository's folder for the worktree at this path; null if there is none. */
export function folderIn(repository: string, path: string): string | null {
  const root = join(repository, "worktrees");
  const wanted = join(path, ".git");
  const names = namesIn(root);
  return names.map((name) => join(root, name)).find((folder) => namedBy(folder) === wanted) ?? null;
}

/** Whether something is there, even a broken link. Where nobody can tell, something may be. */
export function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    return !(code === "ENOENT" || code === "ENOTDIR" || code === "ENAMETOOLONG");
  }
}

/** Whether its `.git` file is missing; it can be restored from the repository's folder. */
export function hasLostLink(path: string): boolean {
  return isThere(path) && !isThere(join(path, ".git"));
}

export function writeLink(path: string, folder: string): void {
  writeFileSync(join(path, ".git"), `gitdir: ${folder}\n`, { flag: "wx" });
}

/** The target must not exist: a rename replaces only an empty directory. */
export function moveWorktree(repository: string, { from, to }: { from: string; to: string }): void {
  const folder = folderIn(repository, from);
  if (folder === null) throw new Error(`${repository} does not know the worktree ${from}`);
  // This comes first: in the other order, a crash in between would need a repair.
  writeFileSync(join(folder, "gitdir"), `${join(to, ".git")}\n`);
  renameSync(from, to);
}

/**
 * Folders that a killed git left for this worktree, before they named it. Git replaces characters of
 * the name and may add a number, but leaves its end, which stands for the task.
 */
export function unfinishedFolders(repository: string, path: string): string[] {
  const root = join(repository, "worktrees");
  const end = /-[0-9a-f]{8}$/.exec(path)?.[0];
  if (end === undefined) return [];
  return namesIn(root)
    .filter((each) => {
      const from = each.lastIndexOf(end);
      return from !== -1 && /^\d*$/.test(each.slice(from + end.length));
    })
    .map((each) => join(root, each))
    .filter((folder) => namedBy(folder) === null);
}

function folderNamedBy(path: string): string | null {
  const [, folder] = /^gitdir: (.+)\n?$/.exec(textOf(join(path, ".git")) ?? "") ?? [];
  return folder === undefined ? null : realPathOf(resolve(path, folder));
}

/** The `.git` file that a folder of the repository names. */
function namedBy(folder: string): string | null {
  const text = textOf(join(folder, "gitdir"))?.replace(/\n$/, "");
  return text ? resolve(folder, text) : null;
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

function realPathOf(path: string | null): string | null {
  try {
    return path === null ? null : realpathSync(path);
  } catch {
    return null;
  }
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
