import { createGit } from "#git/git.ts";
import { usableGit } from "#git/starting-place.ts";
import type { Finding } from "./system-checks.ts";

const ADVICE =
  "Install git 2.38 or newer to let teams work in your repositories. Without it they work in folders, and nothing is stored there.";

/** People see our refs in their own tools. */
const REFS =
  "checkpoints are refs/malamar/*, which git log --all shows and git push --mirror pushes";

/** Reports the version of git. Teams that do not work in a repository do not need any. */
export async function checkGit(environment: Record<string, string>): Promise<Finding> {
  const { version, problem } = await usableGit(createGit({ environment }));
  if (problem !== null) return { ok: false, text: `Git: ${problem}`, advice: ADVICE };
  return { ok: true, text: `Git: ${version} (${REFS})` };
}
