import type { RepositoryFacts } from "@malamar/contract/repository.ts";
import type { Git } from "#git/git.ts";
import { lookAt } from "#git/repository-look.ts";
import { expandHome } from "#lib/expand-home.ts";

interface Deps {
  git: Git;
  dataDir: string;
}

/** Describes a typed path, for the page that sets up a workspace. */
export function createRepositoryFacts({ git, dataDir }: Deps) {
  return (typed: string): Promise<RepositoryFacts> =>
    lookAt(git, expandHome(typed), { baseBranch: null, dataDir });
}
