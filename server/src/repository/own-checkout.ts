import { createHash } from "node:crypto";
import { existsSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { ChatId, TaskId } from "@malamar/contract/ids.ts";
import type { StoredWorkspace } from "#domain/workspace/workspace-store.ts";
import type { Git } from "#git/git.ts";
import { checkoutTop, commonDirectory } from "#git/revisions.ts";
import { isTooMuch, tooMuch } from "#git/starting-place.ts";
import type { CheckpointedPlace } from "./checkpoints.ts";
import { checkpointRef } from "./names.ts";
import { RepositoryProblem } from "./repository-problem.ts";

/** Who works in a person's own checkout. */
export type Guest = { task_id: TaskId; chat_id: null } | { task_id: null; chat_id: ChatId };

interface Deps {
  git: Git;
  installationId: string;
  dataDir: string;
}

/** A person's own checkout, as a place for checkpoints; null if it is not in a repository. */
export function createOwnCheckout({ git, installationId, dataDir }: Deps) {
  return async (
    path: string,
    { id, trust_repository_programs: isTrusted }: StoredWorkspace,
    guest: Guest,
  ): Promise<CheckpointedPlace | null> => {
    if (!isInRepository(path)) return null;
    const at = await checkoutTop(git, path);
    if (at === null) return null;
    // The nearest repository may be far above the folder that people chose.
    if (await isTooMuch(at, [homedir(), dataDir])) throw new RepositoryProblem(tooMuch(at));
    return {
      ...guest,
      workspace_id: id,
      worktree_id: null,
      at,
      repository: await commonDirectory(git, at),
      ref: checkpointRef(installationId, guest.task_id ?? guest.chat_id),
      index: indexOfCheckout(realpathSync(at)),
      isTrusted,
      base: null,
    };
  };
}

export type OwnCheckout = ReturnType<typeof createOwnCheckout>;

/** The name of the private index of a checkout at this real path. */
export function indexOfCheckout(path: string): string {
  return createHash("sha256").update(path).digest("hex");
}

/** Git need not even be installed where there is no repository. */
function isInRepository(path: string): boolean {
  let directory: string;
  try {
    directory = realpathSync(path);
  } catch {
    return false;
  }
  for (;;) {
    if (existsSync(join(directory, ".git"))) return true;
    const parent = dirname(directory);
    if (parent === directory) return false;
    directory = parent;
  }
}
