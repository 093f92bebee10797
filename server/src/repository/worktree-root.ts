import { realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { preparePrivateDirectory } from "#lib/private-directory.ts";
import { RepositoryProblem } from "./repository-problem.ts";

const CHOOSE_ANOTHER = "Choose another one with --worktree-dir or MALAMAR_WORKTREE_DIR.";

interface Places {
  /** The directory that a person chose; null: inside the data directory. */
  chosen: string | null;
  dataDir: string;
  tempDir: string;
}

/** The real path, because git knows worktrees by that. */
export function worktreeDirOf({ chosen, dataDir }: Omit<Places, "tempDir">): string {
  return existingPathOf(chosen ?? join(dataDir, "worktrees"));
}

/**
 * Why worktrees cannot be there, as a sentence: files in a temporary folder may be deleted at any
 * time. If the data directory is in one too, as in a demo, there is nothing more to lose.
 */
export function worktreeDirProblem({ chosen, dataDir, tempDir }: Places): string | null {
  if (chosen === null) return null;
  const place = existingPathOf(chosen);
  const temporary = [
    tempDir,
    ...(isIn(existingPathOf(dataDir), tmpdir()) ? [] : [tmpdir(), "/tmp"]),
  ];
  const found = temporary.find((directory) => isIn(place, directory));
  if (found === undefined) return null;
  return `The worktree directory ${chosen} is in the temporary folder ${found}, whose files may be deleted at any time. ${CHOOSE_ANOTHER}`;
}

/**
 * Makes the directory of all worktrees, private to its owner, and in none of the checkouts of a
 * repository that are known; returns its real path.
 */
export function prepareWorktreeRoot(worktreeDir: string, ...checkouts: string[]): string {
  const outer = checkouts.find((checkout) => isIn(existingPathOf(worktreeDir), checkout));
  if (outer !== undefined) {
    throw new RepositoryProblem(
      `the worktree directory ${worktreeDir} is inside the repository ${outer}: choose another one with --worktree-dir or MALAMAR_WORKTREE_DIR`,
    );
  }
  const problem = preparePrivateDirectory(worktreeDir);
  if (problem) throw new RepositoryProblem(`the worktree directory ${worktreeDir} ${problem}`);
  return realpathSync(worktreeDir);
}

/** Whether a real path is this directory, or in it. */
export function isIn(path: string, directory: string): boolean {
  const real = existingPathOf(directory);
  return path === real || path.startsWith(`${real}/`);
}

/** The real path, even of what does not exist yet. */
export function existingPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(existingPathOf(parent), path.slice(parent.length));
  }
}
