import { readdirSync, readFileSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { TaskId } from "@malamar/contract/ids.ts";
import { z } from "zod";
import type { StoredWorkspace } from "#domain/workspace/workspace-store.ts";
import type { Git } from "#git/git.ts";
import { removeWorktree } from "#git/worktrees.ts";
import { deleteTree } from "#lib/delete-tree.ts";
import type { Logger } from "#lib/logger.ts";
import { preparePrivateDirectory } from "#lib/private-directory.ts";
import { writePrivateFile } from "#lib/private-file.ts";
import { mountIn } from "./mounts.ts";
import { checkoutOf, worktreePath } from "./names.ts";
import { RepositoryProblem } from "./repository-problem.ts";
import { folderIn, isThere, unfinishedFolders } from "./worktree-links.ts";
import { prepareWorktreeRoot } from "./worktree-root.ts";
import type { WorktreeStart } from "./worktree-start.ts";
import type { WorktreeSteps } from "./worktree-steps.ts";

interface Deps {
  git: Git;
  steps: WorktreeSteps;
  dataDir: string;
  worktreeDir: string;
  logger: Logger;
}

interface Wanted {
  workspace: Pick<
    StoredWorkspace,
    "id" | "init_submodules" | "copy_patterns" | "trust_repository_programs"
  >;
  start: WorktreeStart;
  signal: AbortSignal;
}

/** Beside the worktrees of tasks. */
const DIRECTORY = ".trials";

/** What has to be removed in any case; written before git creates anything. */
const Note = z.object({ repository: z.string(), path: z.string() });
type Note = z.infer<typeof Note>;

/**
 * Worktrees that are thrown away. They have no rows; a note in the data directory records each of
 * them until nothing of it is left.
 */
export function createTrialWorktrees({ git, steps, dataDir, worktreeDir, logger }: Deps) {
  const notes = join(dataDir, "trials");
  const noteOf = (id: string) => join(notes, `${id}.json`);
  const clearings = new Set<Promise<void>>();

  /** Git first, then the disk; the note is deleted last, so that every step can be repeated. */
  async function clearAway(id: string): Promise<void> {
    if (!isThere(noteOf(id))) return;
    const note = noteIn(noteOf(id));
    // The note is incomplete, so git has not created anything yet.
    if (note !== null) {
      const { repository, path } = note;
      const directory = dirname(path);
      if (!directory.endsWith(`/${DIRECTORY}/${id}`)) throw new Error(`${path} is not a trial's`);
      const mounted = await mountIn(directory);
      if (mounted !== undefined) throw new Error(`something is mounted at ${mounted}`);
      await git.alone(repository, () => forget(note));
      await deleteTree(directory);
    }
    await rm(noteOf(id));
  }

  /** Its files are moved away first: git's own deletion could exceed its time limit. */
  async function forget({ repository, path }: Note): Promise<void> {
    if (isThere(path)) await rename(path, join(dirname(path), "gone"));
    for (const folder of unfinishedFolders(repository, path)) {
      await rm(folder, { recursive: true, force: true });
    }
    if (folderIn(repository, path) !== null) await removeWorktree(git, repository, path);
  }

  /** Only a shutdown waits for it. */
  function clear(id: string): void {
    const clearing = clearAway(id)
      .catch((error: unknown) => {
        logger.warn("A worktree of a trial cannot be removed yet", { id, error });
      })
      .finally(() => clearings.delete(clearing));
    clearings.add(clearing);
  }

  return {
    /** Like a task's new worktree, but without a branch. Returns its place and the notices about it. */
    async make(
      id: TaskId,
      { workspace, start, signal }: Wanted,
    ): Promise<{ path: string; notices: string[] }> {
      const { root: at, repository, base_commit: commit } = start;
      const root = prepareWorktreeRoot(worktreeDir, checkoutOf(repository));
      steps.requireSpace(root);
      const problem = preparePrivateDirectory(notes);
      if (problem) throw new RepositoryProblem(`the directory ${notes} ${problem}`);
      const named = worktreePath("", { workspace_id: workspace.id, task_id: id }, repository);
      const path = join(root, DIRECTORY, id, basename(named));
      writePrivateFile(noteOf(id), JSON.stringify({ repository, path } satisfies Note));
      const place = { at, path, signal };
      const what = { checkedOut: { commit }, reason: "Malamar tries a setup command" };
      await git.alone(repository, () => steps.checkOut(place, workspace, what));
      await steps.fillSubmodules(place, workspace);
      return { path, notices: await steps.copyFiles(place, workspace, commit) };
    },

    clear,

    /** What a crash left behind. */
    recover(): void {
      if (!isThere(notes)) return;
      for (const name of readdirSync(notes)) clear(basename(name, ".json"));
    },

    /** Resolves when all that were cleared are gone. */
    async cleared(): Promise<void> {
      await Promise.all(clearings);
    },
  };
}

function noteIn(path: string): Note | null {
  const text = readFileSync(path, "utf8");
  try {
    return Note.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
