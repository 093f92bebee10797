import { dirname, join } from "node:path";
import type { SettingsService } from "#domain/settings/settings-service.ts";
import type { StoredWorkspace } from "#domain/workspace/workspace-store.ts";
import type { Git } from "#git/git.ts";
import { checkoutTop, fileAt } from "#git/revisions.ts";
import { addWorktree, checkOutSubmodules, type CheckedOut } from "#git/worktrees.ts";
import { freeMbAt } from "#lib/free-mb.ts";
import { preparePrivateDirectory } from "#lib/private-directory.ts";
import { copyIgnored } from "./copy-ignored.ts";
import { readPatterns } from "./copy-patterns.ts";
import { RepositoryProblem } from "./repository-problem.ts";
import { isThere } from "./worktree-links.ts";

interface Deps {
  git: Git;
  settingsService: Pick<SettingsService, "minFreeDiskMb">;
}

interface Place {
  /** The person's checkout, or the bare repository. */
  at: string;
  /** Where the worktree is to be. */
  path: string;
  signal: AbortSignal;
}

type Settings = Pick<
  StoredWorkspace,
  "init_submodules" | "copy_patterns" | "trust_repository_programs"
>;

/** The steps that create any worktree, whether it stays or not. */
export function createWorktreeSteps({ git, settingsService }: Deps) {
  return {
    requireSpace(root: string): void {
      const wanted = settingsService.minFreeDiskMb();
      if (wanted === 0) return;
      const free = freeMbAt(root);
      if (free >= wanted) return;
      throw new RepositoryProblem(`${root} has ${free} MB free, ${wanted} are wanted`);
    },

    /** It writes what all worktrees of the repository share. */
    async checkOut(
      { at, path, signal }: Place,
      settings: Settings,
      what: { checkedOut: CheckedOut; reason: string },
    ): Promise<void> {
      const problem = preparePrivateDirectory(dirname(path));
      if (problem) throw new RepositoryProblem(`the directory ${dirname(path)} ${problem}`);
      const isTrusted = settings.trust_repository_programs;
      await addWorktree(git, { ...what, at, path, isTrusted, signal });
    },

    /** They go into the worktree's own folder, so other worktrees need not wait. */
    async fillSubmodules({ path, signal }: Place, settings: Settings): Promise<void> {
      if (!settings.init_submodules || !isThere(join(path, ".gitmodules"))) return;
      const isTrusted = settings.trust_repository_programs;
      await checkOutSubmodules(git, { at: path, isTrusted, signal });
    },

    /** Copies ignored files into it; returns notices. */
    async copyFiles(
      { at, path, signal }: Place,
      settings: Settings,
      base: string,
    ): Promise<string[]> {
      const from = await checkoutTop(git, at);
      if (from === null) return [];
      // Never read it from a worktree: an agent could name files there.
      const include = await fileAt(git, { at, commit: base, path: ".worktreeinclude" });
      const patterns = readPatterns(include?.split("\n") ?? settings.copy_patterns);
      return copyIgnored(git, { from, to: path, patterns, signal });
    },
  };
}

export type WorktreeSteps = ReturnType<typeof createWorktreeSteps>;
