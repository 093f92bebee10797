import type { Git } from "#git/git.ts";
import type { Clock } from "#lib/clock.ts";
import type { Logger } from "#lib/logger.ts";
import type { PatientDisk } from "#lib/patient-disk.ts";
import type { WhileNobodyWorks } from "#loop/while-nobody-works.ts";
import { createChangeEnds } from "#repository/change-ends.ts";
import { createChanges } from "#repository/changes.ts";
import { createCheckpointList } from "#repository/checkpoint-list.ts";
import type { Checkpoints } from "#repository/checkpoints.ts";
import { createFilesOfTask } from "#repository/files-of-task.ts";
import type { KeptWorkService } from "#repository/kept-work.ts";
import type { LockNotes } from "#repository/lock-notes.ts";
import { createLooks } from "#repository/looks.ts";
import type { OwnCheckout } from "#repository/own-checkout.ts";
import { createRemovalQuestions } from "#repository/removal-questions.ts";
import { createRemoval } from "#repository/removal.ts";
import { createRepositoryFacts } from "#repository/repository-facts.ts";
import { createRestore } from "#repository/restore.ts";
import { createReview } from "#repository/review.ts";
import { createWorktreeFiles } from "#repository/worktree-files.ts";
import { createWorktreeList } from "#repository/worktree-list.ts";
import type { WorktreeTrash } from "#repository/worktree-trash.ts";
import type { Worktrees } from "#repository/worktrees.ts";
import type { Data } from "./data.ts";
import type { Services } from "./services.ts";

interface Deps {
  data: Data;
  services: Services;
  git: Git;
  disk: PatientDisk;
  checkpoints: Checkpoints;
  ownCheckout: OwnCheckout;
  worktrees: Worktrees;
  trash: WorktreeTrash;
  lockNotes: LockNotes;
  keptWork: KeptWorkService;
  whileNobodyWorks: WhileNobodyWorks;
  dataDir: string;
  worktreeDir: string;
  clock: Clock;
  logger: Logger;
}

/** What people ask of their repositories: to see, comment on, put back and remove what tasks made. */
export function createRepositoryRequests({ data, services, ...deps }: Deps) {
  const base = { ...data.stores, ...services, ...deps, unit: data.unit };
  const changeEnds = createChangeEnds(base);
  const changes = createChanges({ ...base, changeEnds });
  const looks = createLooks({ ...base, changeEnds });
  const withFilesOf = createFilesOfTask(base);
  const removal = createRemoval({
    ...base,
    ...createWorktreeFiles(base),
    questions: createRemovalQuestions(base),
  });
  const worktreeList = createWorktreeList({ ...base, removal });
  const restore = createRestore({ ...base, changeEnds, withFilesOf });

  return {
    readRepository: createRepositoryFacts(base),
    checkpointList: createCheckpointList({ ...base, withFilesOf }),
    restore,
    changes,
    looks,
    sendReview: createReview({ ...base, changeEnds, changes, looks }),
    worktreeList,
    keptWork: deps.keptWork,
    removal,

    /** Finishes what a crash has interrupted. */
    async recover(): Promise<void> {
      await restore.recover();
      await removal.recover();
    },

    /** For the cleanup. */
    async removeDueWorktrees(isWanted: () => boolean): Promise<number> {
      const count = await removal.removeDue(isWanted);
      await worktreeList.measureAll(isWanted);
      return count;
    },
  };
}

export type RepositoryRequests = ReturnType<typeof createRepositoryRequests>;
