import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Git } from "#git/git.ts";
import { hasOwnCommits } from "#git/submodules.ts";
import { isMissing } from "#lib/is-missing.ts";

/**
 * A submodule of a worktree with commits that no remote has; null if there is none. Its repository
 * is in the folder that the person's repository keeps for the worktree, and is deleted with that.
 */
export async function unpublishedSubmodule(git: Git, folder: string): Promise<string | null> {
  const modules = join(folder, "modules");
  for (const submodule of await repositoriesIn(modules)) {
    if (await hasOwnCommits(git, submodule)) return submodule.slice(modules.length + 1);
  }
  return null;
}

/** Every bare repository below a directory, because submodules can have submodules. */
async function repositoriesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const names = new Set(entries.map(({ name }) => name));
  const isRepository = names.has("HEAD") && names.has("objects");
  const below = isRepository ? entries.filter(({ name }) => name === "modules") : entries;
  const found: string[] = isRepository ? [directory] : [];
  for (const entry of below) {
    if (entry.isDirectory()) found.push(...(await repositoriesIn(join(directory, entry.name))));
  }
  return found;
}
