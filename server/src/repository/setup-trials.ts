import { mkdirSync } from "node:fs";
import type { TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { SetupTrial } from "@malamar/contract/setup-trial.ts";
import type { StoredWorkspace } from "#domain/workspace/workspace-store.ts";
import { GitError } from "#git/git-error.ts";
import { AppError, messageOf } from "#lib/app-error.ts";
import { newId } from "#lib/id.ts";
import type { PatientDisk } from "#lib/patient-disk.ts";
import { createLastWords } from "./last-words.ts";
import { branchNames } from "./names.ts";
import { RepositoryProblem } from "./repository-problem.ts";
import { failureOf, runSetupLine } from "./setup-line.ts";
import { createTrialWorktrees } from "./trial-worktrees.ts";
import { variablesOf, workFolderOf } from "./worktree-place.ts";
import { startOf, type WorktreeStart } from "./worktree-start.ts";

type Deps = Parameters<typeof createTrialWorktrees>[0] & {
  /** The inherited environment, without keys of model providers. */
  environment: Readonly<Record<string, string>>;
  disk: PatientDisk;
};

/** With settings that need not be saved. */
type TriedWorkspace = Pick<
  StoredWorkspace,
  | "id"
  | "working_directory_path"
  | "base_branch"
  | "branch_prefix"
  | "init_submodules"
  | "copy_patterns"
  | "trust_repository_programs"
>;

export interface RunningTrial {
  now: () => SetupTrial;
  /** How it ended. Never rejects. */
  over: Promise<SetupTrial>;
  stop: () => void;
}

/** Runs a setup command as for a new task, in a worktree that is thrown away. */
export function createSetupTrials(deps: Deps) {
  const { git, dataDir, disk, environment } = deps;
  const worktrees = createTrialWorktrees(deps);
  const underWay = new Map<WorkspaceId, RunningTrial>();

  async function begin(workspace: TriedWorkspace, command: string): Promise<RunningTrial> {
    const start = await requireStart(workspace);
    if (underWay.has(workspace.id)) {
      throw new AppError(
        "CONFLICT",
        "The setup command of this workspace is already being tried. Stop that trial, or wait for it.",
      );
    }
    const ending = new AbortController();
    const words = createLastWords();
    const begun = performance.now();
    let known: Pick<SetupTrial, "state" | "problem" | "notices"> = {
      state: "preparing",
      problem: null,
      notices: [],
    };
    const now = () => ({
      ...known,
      duration_ms: Math.round(performance.now() - begun),
      output: words.text(),
    });

    async function tryOut(): Promise<string | null> {
      // Programs may name things after it.
      const id = newId<TaskId>();
      const { signal } = ending;
      try {
        const { path, notices } = await worktrees.make(id, { workspace, start, signal });
        const cwd = workFolderOf({ path, prefix: start.prefix });
        mkdirSync(cwd, { recursive: true });
        known = { ...known, state: "running", notices };
        const [branch = ""] = branchNames(workspace.branch_prefix, { id, summary: "Try setup" });
        const onOutput = (bytes: Uint8Array) => words.push(bytes);
        const variables = variablesOf({ ...start, branch, task_id: id });
        const line = { command, cwd, environment, variables, signal, onOutput };
        return failureOf(await runSetupLine(line));
      } finally {
        worktrees.clear(id);
      }
    }

    async function run(): Promise<SetupTrial> {
      const problem = await tryOut().then(
        (failure) => failure && `The setup command ${failure}.`,
        (error: unknown) =>
          `The worktree could not be created: ${messageOf(error).replace(/\.$/, "")}.`,
      );
      underWay.delete(workspace.id);
      known = { ...known, state: problem === null ? "passed" : "failed", problem };
      return now();
    }

    const trial = { now, over: run(), stop: () => ending.abort() };
    underWay.set(workspace.id, trial);
    return trial;
  }

  async function requireStart(workspace: TriedWorkspace): Promise<WorktreeStart> {
    try {
      return await startOf(git, workspace, { dataDir, disk });
    } catch (error) {
      if (!(error instanceof GitError || error instanceof RepositoryProblem)) throw error;
      throw new AppError("CONFLICT", `The setup command cannot be tried: ${error.message}.`);
    }
  }

  return {
    begin,

    /** Removes what a crash left behind. */
    recover: () => worktrees.recover(),

    /** Ends all of them; resolves when nothing is left of any. */
    async stop(): Promise<void> {
      const trials = [...underWay.values()];
      for (const { stop } of trials) stop();
      await Promise.all(trials.map(({ over }) => over));
      await worktrees.cleared();
    },
  };
}

export type SetupTrials = ReturnType<typeof createSetupTrials>;
