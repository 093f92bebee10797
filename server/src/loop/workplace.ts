import type { RunId } from "@malamar/contract/ids.ts";
import type { RunRequest } from "#engines/engine.ts";
import { messageOf } from "#lib/app-error.ts";
import { directoryProblem } from "#lib/directory-problem.ts";
import type { FreeSpace } from "./free-space.ts";
import { prepareOwnDirectory, prepareTempRoot } from "#lib/private-directory.ts";

/** What the agent reads. */
export type Brief = Pick<RunRequest<unknown>, "briefing" | "allComments">;

interface Ready extends Brief {
  cwd: string;
}

interface Unusable {
  problem: string;
  /** If retrying does not help before a person has done this. */
  whatToDo?: string;
}

/** Where a run works, ready for it, or why it is not. */
export type Workplace = Unusable | (Ready & Surroundings);

/** What else belongs to a place in a repository. */
interface Surroundings {
  /** More variables for the programs that the engine starts. */
  environment?: Readonly<Record<string, string>>;
  /** What people should know about the place now. */
  notices?: readonly string[];
  /** When nothing of the run is left: returns what to tell about that. */
  afterwards?: (runId: RunId) => Promise<readonly string[]>;
}

interface Place {
  /** Only given where a run cannot wait for free space. */
  freeSpace?: Pick<FreeSpace, "problem">;
  tempDir: string;
  /** null when the workspace should name one and does not. */
  cwd: string | null;
  /** Malamar creates it; otherwise it is the user's, and used as is. */
  isOwn: boolean;
  brief: () => Brief;
}

/** Everything that must be there before a run can begin, or what prevents it. */
export function prepareWorkplace({
  freeSpace,
  tempDir,
  cwd,
  isOwn,
  brief,
}: Place): Ready | Unusable {
  try {
    const full = freeSpace?.problem();
    if (full) return { problem: full };
    const rootProblem = prepareTempRoot(tempDir);
    if (rootProblem) return { problem: `the temp directory ${tempDir} ${rootProblem}` };
    if (cwd === null) return { problem: "the workspace names no working directory" };
    const problem = isOwn ? prepareOwnDirectory(cwd) : directoryProblem(cwd);
    if (problem) return { problem };
    return { cwd, ...brief() };
  } catch (error) {
    return { problem: `its input cannot be written: ${messageOf(error)}` };
  }
}
