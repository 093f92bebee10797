import { realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { preparePrivateDirectory } from "#lib/private-directory.ts";
import { RepositoryProblem } from "./repository-problem.ts";

const CHOOSE_ANOTHER = "Choose another one with --worktree-dir or MALAMAR_WORKTREE_DIR.";

interface Places {
  /** As a person chose it; null: in the data directory. */
  chosen: string | null;
  dataDir: string;
  tempDir: string;
}

/** Its real path, which is what git knows worktrees by. */
export function worktreeDirOf({ chosen, dataDir }: Omit<Places, "tempDir">): string {
  return existingPathOf(chosen ?? join(dataDir, "worktrees"));
}

/**
 * Why worktrees cannot be there, in a sentence: what is in a temporary folder is deleted some day.
 * Data that is itself in one, as in a demo, loses nothing more.
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
  return `The worktree directory ${chosen} is in the temporary folder ${found}, whose files are deleted some day. ${CHOOSE_ANOTHER}`;
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

function isIn(path: string, directory: string): boolean {
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
