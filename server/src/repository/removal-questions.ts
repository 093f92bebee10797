import { lstat, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import type { WorktreeRow } from "#domain/worktree/worktree-store.ts";
import { isAborted } from "#git/git-error.ts";
import type { Git } from "#git/git.ts";
import { listWorktrees } from "#git/worktrees.ts";
import { messageOf } from "#lib/app-error.ts";
import { processesIn } from "#processes/working-in.ts";
import { mountIn } from "./mounts.ts";
import { checkoutOf, isWorktreePath } from "./names.ts";
import { unpublishedSubmodule } from "./unpublished-submodule.ts";
import { areLinked, folderIn } from "./worktree-links.ts";
import { requireOwnNames } from "./worktree-place.ts";

/** Why a directory must stay; null lets it go. */
type Objection = string | null;

type Question = (worktree: WorktreeRow) => Promise<Objection>;

interface Deps {
  git: Git;
  worktreeDir: string;
}

/**
 * What must be certain before a worktree's directory may go, apart from its content. Each question
 * needs its own positive answer; a question that cannot be asked has none.
 */
export function createRemovalQuestions({ git, worktreeDir }: Deps) {
  const questions: readonly Question[] = [
    isOurs,
    hasRepository,
    isRealDirectory,
    isLinked,
    isWithoutMounts,
    isDeserted,
    hasPublishedSubmodules,
  ];

  async function isOurs(worktree: WorktreeRow): Promise<Objection> {
    const root = await realpath(worktreeDir);
    if (!isWorktreePath(root, worktree)) {
      return `${worktree.path} is not where the worktree of this task belongs`;
    }
    requireOwnNames(worktree);
    return null;
  }

  async function hasRepository({ repository }: WorktreeRow): Promise<Objection> {
    const found = await stat(repository).catch(() => null);
    return found?.isDirectory() ? null : `its repository ${checkoutOf(repository)} is gone`;
  }

  async function isRealDirectory({ path }: WorktreeRow): Promise<Objection> {
    const found = await lstat(path).catch(() => null);
    if (!found) return `${path} is missing`;
    if (!found.isDirectory()) return `${path} is not a directory`;
    return (await realpath(path)) === path ? null : `${path} is a link to another place`;
  }

  /** Git lists it, and its `.git` file and the repository point to each other. */
  async function isLinked({ repository, path }: WorktreeRow): Promise<Objection> {
    const dotGit = await lstat(join(path, ".git")).catch(() => null);
    const listed = await listWorktrees(git, repository);
    if (dotGit?.isFile() && areLinked(repository, path) && listed.includes(path)) return null;
    return notLinked(path);
  }

  async function isWithoutMounts({ path }: WorktreeRow): Promise<Objection> {
    const mounted = await mountIn(path);
    return mounted === undefined ? null : `something is mounted at ${mounted}`;
  }

  /** A shell, an editor or a server may be at work there. */
  async function isDeserted({ path }: WorktreeRow): Promise<Objection> {
    const [first] = await processesIn(path);
    return first ? `process ${first.pid} (${first.name}) works in it` : null;
  }

  /** A submodule's repository is inside the worktree's, and is deleted together with it. */
  async function hasPublishedSubmodules({ repository, path }: WorktreeRow): Promise<Objection> {
    const folder = folderIn(repository, path);
    if (folder === null) return notLinked(path);
    const submodule = await unpublishedSubmodule(git, folder);
    return submodule === null
      ? null
      : `its submodule ${submodule} has commits that are nowhere else`;
  }

  return async (worktree: WorktreeRow): Promise<Objection> => {
    for (const ask of questions) {
      try {
        const objection = await ask(worktree);
        if (objection !== null) return objection;
      } catch (error) {
        if (isAborted(error)) throw error;
        return `it cannot be checked: ${messageOf(error)}`;
      }
    }
    return null;
  };
}

export type RemovalQuestions = ReturnType<typeof createRemovalQuestions>;

function notLinked(path: string): string {
  return `${path} and its repository don't point to each other`;
}
