import { existsSync, statSync } from "node:fs";
import type { RunRequest } from "#engines/engine.ts";
import { messageOf } from "#lib/app-error.ts";
import { prepareOwnDirectory, prepareTempRoot } from "#lib/private-directory.ts";

/** What the agent is told. */
export type Brief = Pick<RunRequest<unknown>, "briefing" | "allComments">;

export type Workplace = ({ cwd: string } & Brief) | { problem: string };

interface Place {
  tempDir: string;
  /** null when the workspace should name one and does not. */
  cwd: string | null;
  /** Malamar makes it; otherwise it is the user's, and used as it is. */
  isOwn: boolean;
  brief: () => Brief;
}

/** Everything that must be there before a run can begin, or what stands against it. */
export function prepareWorkplace({ tempDir, cwd, isOwn, brief }: Place): Workplace {
  try {
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

/** The user's directory is used as it is; Malamar does not make it. */
function directoryProblem(path: string): string | null {
  if (!existsSync(path)) return `working directory does not exist: ${path}`;
  return statSync(path).isDirectory() ? null : `working directory is not a directory: ${path}`;
}
