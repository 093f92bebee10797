import type { RepositoryFacts } from "@malamar/contract/repository.ts";
import type { Git } from "#git/git.ts";
import { lookAt } from "#git/repository-look.ts";
import type { PatientDisk } from "#lib/patient-disk.ts";

interface Deps {
  git: Git;
  dataDir: string;
  disk: PatientDisk;
}

/** What a typed path is, for the page that sets up a workspace. */
export function createRepositoryFacts({ git, dataDir, disk }: Deps) {
  return (typed: string): Promise<RepositoryFacts> =>
    lookAt(git, typed, { baseBranch: null, dataDir, disk });
}
