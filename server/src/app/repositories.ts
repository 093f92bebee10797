import type { Config } from "#config/config.ts";
import { ALL_KEY_VARIABLES } from "#engines/cli/key-variables.ts";
import { isLocalToRepository } from "#git/git-environment.ts";
import type { Git } from "#git/git.ts";
import type { Clock, Timers } from "#lib/clock.ts";
import type { Logger } from "#lib/logger.ts";
import type { PatientDisk } from "#lib/patient-disk.ts";
import { StartupError } from "#lib/startup-error.ts";
import { createBranchNotes } from "#repository/branch-notes.ts";
import { createCheckpoints } from "#repository/checkpoints.ts";
import { createEraseRepository } from "#repository/erase-repository.ts";
import { createKeptWork } from "#repository/kept-work.ts";
import { createLeaveBranch } from "#repository/leave-branch.ts";
import { createLockNotes } from "#repository/lock-notes.ts";
import { createOwnCheckout } from "#repository/own-checkout.ts";
import { createRepositoryRecovery } from "#repository/recovery.ts";
import { createRunFiles } from "#repository/run-files.ts";
import { createSetupCommand } from "#repository/setup-command.ts";
import { createSetupTrials } from "#repository/setup-trials.ts";
import { worktreeDirOf, worktreeDirProblem } from "#repository/worktree-root.ts";
import { createWorktreeSteps } from "#repository/worktree-steps.ts";
import { createWorktreeTrash } from "#repository/worktree-trash.ts";
import { createWorktrees } from "#repository/worktrees.ts";
import type { Data, DataDirectory } from "./data.ts";
import type { Services } from "./services.ts";

interface Deps {
  config: Config;
  /** What git and the setup command inherit. */
  environment: Record<string, string>;
  directory: DataDirectory;
  data: Data;
  services: Services;
  clock: Clock;
  timers: Timers;
  logger: Logger;
  git: Git;
  disk: PatientDisk;
}

/** What Malamar does in people's repositories. */
export function createRepositories(deps: Deps) {
  const { config, environment, directory, data, services, git, disk, clock, timers, logger } = deps;
  const { installationId, dir: dataDir } = directory;
  const worktreeDir = worktreeDirOf({ chosen: config["worktree-dir"], dataDir });
  const base = {
    ...data.stores,
    ...services,
    git,
    disk,
    unit: data.unit,
    installationId,
    dataDir,
    worktreeDir,
    clock,
    timers,
    logger,
  };
  const checkpoints = createCheckpoints(base);
  const steps = createWorktreeSteps(base);
  const ofCommands = forCommands(environment);
  const setUp = createSetupCommand({ ...base, environment: ofCommands });
  const keptWorkDays = () => services.settingsService.keptWorkDays();
  const lockNotes = createLockNotes(base);
  const keptWork = createKeptWork({ ...base, lockNotes, keptWorkDays });
  const trash = createWorktreeTrash({ ...base, keptWork });
  const worktrees = createWorktrees({ ...base, checkpoints, steps, setUp, trash });
  const noteBranch = createBranchNotes({ ...base, worktrees });
  const ownCheckout = createOwnCheckout(base);

  return {
    git,
    disk,
    worktreeDir,
    checkpoints,
    worktrees,
    trash,
    lockNotes,
    keptWork,
    ownCheckout,
    repositoryFiles: createRunFiles({ ...base, worktrees, checkpoints, ownCheckout, noteBranch }),
    leaveBranch: createLeaveBranch({ ...base, worktrees, checkpoints, noteBranch }),
    setupTrials: createSetupTrials({ ...base, steps, environment: ofCommands }),
    eraseRepository: createEraseRepository({ ...base, trash }),
    recover: createRepositoryRecovery({ ...base, worktrees, checkpoints, lockNotes }),
  };
}

export type Repositories = ReturnType<typeof createRepositories>;

/** Before anything is made: worktrees in a temporary folder would be lost sooner or later. */
export function requireWorktreeDirectory(config: Config): void {
  const problem = worktreeDirProblem({
    chosen: config["worktree-dir"],
    dataDir: config["data-dir"],
    tempDir: config["temp-dir"],
  });
  if (problem !== null) throw new StartupError(problem);
}

/** Commands of a project do not need the keys of model providers. */
function forCommands(environment: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter(
      ([name]) => !ALL_KEY_VARIABLES.includes(name) && !isLocalToRepository(name),
    ),
  );
}
