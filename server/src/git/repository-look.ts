import type { RepositoryFacts } from "@malamar/contract/repository.ts";
import type { Git } from "./git.ts";

interface Look {
  /** Null: what is checked out. */
  baseBranch: string | null;
  dataDir: string;
}

export function lookAt(_git: Git, _path: string, _look: Look): Promise<RepositoryFacts> {
  throw new Error("Not there yet");
}
