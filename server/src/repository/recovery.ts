import { readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { CheckRunStore } from "#domain/check/check-run-store.ts";
import type { CheckpointRow, CheckpointStore } from "#domain/checkpoint/checkpoint-store.ts";
import type { WorkspaceStore } from "#domain/workspace/workspace-store.ts";
import type { WorktreeRow, WorktreeStore } from "#domain/worktree/worktree-store.ts";
import type { Git } from "#git/git.ts";
import type { Clock } from "#lib/clock.ts";
import type { Logger } from "#lib/logger.ts";
import type { PatientDisk } from "#lib/patient-disk.ts";
import { listRefs } from "#git/list-refs.ts";
import { processesIn } from "#processes/working-in.ts";
import type { CheckpointedPlace, Checkpoints } from "./checkpoints.ts";
import type { LockNotes } from "./lock-notes.ts";
import { checkoutOf, isBranchOf, isCheckpointRef, isSomeWorktreePath } from "./names.ts";
import { folderIn, isThere } from "./worktree-links.ts";
import { worktreePlace } from "./worktree-place.ts";
import type { Worktrees } from "./worktrees.ts";

interface Deps {
  git: Git;
  worktreeStore: Pick<WorktreeStore, "open">;
  checkpointStore: Pick<CheckpointStore, "last" | "refs" | "lastOfGuests">;
  checkRunStore: Pick<CheckRunStore, "loseRunning">;
  workspaceStore: Pick<WorkspaceStore, "get">;
  worktrees: Pick<Worktrees, "save">;
  checkpoints: Pick<Checkpoints, "catchUp">;
  lockNotes: Pick<LockNotes, "recover">;
  dataDir: string;
  /** What is in people's places is asked with patience: one that hangs must not stop the start. */
  disk: PatientDisk;
  clock: Clock;
  logger: Logger;
}

/**
 * What the previous process left in repositories. Half-made worktrees are recreated when their task
 * is worked on; locks of others stay. What fails in one repository, or hangs, holds up no other.
 */
export function createRepositoryRecovery(deps: Deps) {
  const { git, worktreeStore, checkpointStore, checkRunStore, workspaceStore } = deps;
  const { worktrees, checkpoints, lockNotes, dataDir, disk, clock, logger } = deps;

  return async ({ afterCrash }: { afterCrash: boolean }): Promise<void> => {
    const rows = worktreeStore.open();
    for (const row of rows) {
      if (row.state !== "ready" || (await disk(async () => isThere(row.path), true))) continue;
      worktrees.save({ ...row, state: "missing" });
    }
    checkRunStore.loseRunning(clock());
    await lockNotes.recover();
    await removeLocks(join(dataDir, "checkpoints"), () => true);
    for (const directory of directoriesOf([...rows, ...checkpointStore.refs()])) {
      await removeLocks(directory, isOfCheckpoint);
      await removeLocks(join(directory, "kept"), isOfKeptWork);
    }
    // A clean stop waits for every git, so what follows can only be needed after a crash.
    if (!afterCrash) return;
    for (const row of rows) {
      await attempt("Locks that a crash left cannot be removed", row, () => removeOwnLocks(row));
    }
    await catchUp(rows);
  };

  /**
   * None of our processes is running now, so nobody holds these. Even before a clean stop, something
   * else may have killed a git.
   */
  function removeLocks(directory: string, isOurs: (name: string) => boolean): Promise<void> {
    const remove = async () => {
      const names = await readdir(directory).catch(() => []);
      for (const name of names.filter((each) => each.endsWith(".lock") && isOurs(each))) {
        await rm(join(directory, name), { force: true });
      }
    };
    const failed = (error: unknown) =>
      logger.warn("Locks that a crash left cannot be removed", { directory, error });
    return disk(() => remove().catch(failed), undefined);
  }

  /**
   * Of its branch and its checkout, which nobody has but us and its agents. Once it is made a person
   * may be at work in it, too.
   */
  async function removeOwnLocks(row: WorktreeRow): Promise<void> {
    const { state, repository, path, branch, task_id } = row;
    if (!isBranchOf(task_id, branch)) return;
    const isBeingWritten = state === "creating" || state === "removing";
    if (!isBeingWritten && (await isGitAtWork(row))) return;
    const failed = (error: unknown) =>
      logger.warn("Locks that a crash left cannot be removed", { repository, error });
    const remove = async () => {
      await rm(join(repository, `refs/heads/${branch}.lock`), { force: true });
      const folder = folderIn(repository, path);
      // A row can come from anyone's backup.
      if (folder === null || !isSomeWorktreePath(row)) return;
      for (const name of ["HEAD", "index"]) await rm(join(folder, `${name}.lock`), { force: true });
    };
    await disk(() => remove().catch(failed), undefined);
  }

  async function isGitAtWork({ repository, path }: WorktreeRow): Promise<boolean> {
    const places = await Promise.all([path, checkoutOf(repository)].map(processesIn));
    return places.flat().some(({ name }) => name.startsWith("git"));
  }

  /** After a crash between a checkpoint and its row, only the ref knows it. */
  async function catchUp(rows: readonly WorktreeRow[]): Promise<void> {
    const places = [
      ...rows.map((row) => ({
        ...worktreePlace(row, workspaceStore.get(row.workspace_id) ?? NOT_TRUSTED),
        last: checkpointStore.last({ task_id: row.task_id }),
      })),
      ...checkpointStore.lastOfGuests().map((last) => ({ ...guestPlace(last), last })),
    ];
    for (const [repository, ofRepository] of Map.groupBy(places, (each) => each.repository)) {
      const at = checkoutOf(repository);
      if (!(await disk(async () => isThere(repository), false))) continue;
      await attempt(UNREADABLE, { repository }, async () => {
        const refs = await listRefs(git, at, "refs/malamar");
        for (const { last, ...place } of ofRepository) {
          const tip = refs.get(place.ref);
          if (tip === undefined || tip === last?.commit_id) continue;
          await attempt(UNREADABLE, place, () => checkpoints.catchUp({ ...place, at }));
        }
      });
    }
  }

  async function attempt(
    what: string,
    { repository }: { repository: string },
    work: () => Promise<unknown>,
  ): Promise<void> {
    try {
      await work();
    } catch (error) {
      logger.warn(what, { repository, error });
    }
  }
}

const UNREADABLE = "The checkpoints of a repository cannot be read";

const NOT_TRUSTED = { trust_repository_programs: false };

/** Where the refs of checkpoints are: an earlier place of our data has given them other names. */
function directoriesOf(refs: readonly { repository: string; ref: string }[]): Set<string> {
  const ours = refs.filter(({ ref }) => isCheckpointRef(ref));
  return new Set(ours.map(({ repository, ref }) => join(repository, dirname(ref))));
}

/** The person's own checkout, in which a task or a chat works. */
function guestPlace(last: CheckpointRow): CheckpointedPlace {
  const { workspace_id, task_id, chat_id, repository, ref } = last;
  return {
    workspace_id,
    task_id,
    chat_id,
    worktree_id: null,
    at: checkoutOf(repository),
    repository,
    ref,
    // Only its objects are read.
    index: ref,
    isTrusted: false,
    base: null,
  };
}

function isOfKeptWork(name: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{8}\.lock$/.test(name);
}

function isOfCheckpoint(name: string): boolean {
  return /^[0-9a-f]{8}\.lock$/.test(name);
}
