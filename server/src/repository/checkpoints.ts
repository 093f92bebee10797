import { join } from "node:path";
import type { ChangeCount, CheckpointKind, LeftOut } from "@malamar/contract/checkpoint.ts";
import type { ChatId, RunId, TaskId, WorkspaceId, WorktreeId } from "@malamar/contract/ids.ts";
import { nameOf as chatName } from "#domain/chat/chat-journal.ts";
import type { ChatStore } from "#domain/chat/chat-store.ts";
import type {
  CheckpointPlace,
  CheckpointRow,
  CheckpointStore,
} from "#domain/checkpoint/checkpoint-store.ts";
import type { SettingsService } from "#domain/settings/settings-service.ts";
import { nameOf as taskName } from "#domain/task/task-journal.ts";
import type { TaskStore } from "#domain/task/task-store.ts";
import type { Emit, UnitOfWork } from "#events/unit-of-work.ts";
import { moveRef } from "#git/branches.ts";
import { countChanges } from "#git/diff.ts";
import { GitError, isAborted } from "#git/git-error.ts";
import type { Git } from "#git/git.ts";
import { historyOf, type HistoryEntry } from "#git/history.ts";
import { commitOf, tipOf } from "#git/revisions.ts";
import { storeSnapshot, takeSnapshot } from "#git/snapshot.ts";
import type { Clock, Timers } from "#lib/clock.ts";
import { newId } from "#lib/id.ts";
import type { Logger } from "#lib/logger.ts";
import { preparePrivateDirectory } from "#lib/private-directory.ts";
import { withinLimit } from "./checkpoint-limit.ts";
import { readNote, writeNote, type CheckpointNote } from "./checkpoint-note.ts";

/** The files of a task or a chat, and where their states are stored. */
export interface CheckpointedPlace {
  workspace_id: WorkspaceId;
  task_id: TaskId | null;
  chat_id: ChatId | null;
  /** Null in the person's own checkout. */
  worktree_id: WorktreeId | null;
  /** The top of the checkout. */
  at: string;
  /** The directory that the repository's worktrees share. */
  repository: string;
  ref: string;
  /** The name of its private index. */
  index: string;
  isTrusted: boolean;
  /** The commit that changes are counted from; null: the first checkpoint. */
  base: string | null;
}

/** Why a checkpoint is taken. */
export interface CheckpointReason {
  kind: CheckpointKind;
  run_id?: RunId;
  pass?: number | null;
}

interface Deps {
  git: Git;
  unit: UnitOfWork;
  checkpointStore: CheckpointStore;
  taskStore: TaskStore;
  chatStore: ChatStore;
  settingsService: Pick<SettingsService, "checkpointMaxFileMb">;
  dataDir: string;
  clock: Clock;
  timers: Timers;
  logger: Logger;
}

/** More checkpoints than any task has. */
const MOST_REBUILT = 10_000;

/** Stored states of files, kept in the repository that the files belong to. */
export function createCheckpoints(deps: Deps) {
  const { git, unit, checkpointStore, taskStore, chatStore, settingsService, dataDir } = deps;
  const { clock, timers, logger } = deps;
  const directory = join(dataDir, "checkpoints");

  /** Null if nothing has changed since the last one. Throws if it cannot be stored. */
  function take(
    place: CheckpointedPlace,
    reason: CheckpointReason,
    signal?: AbortSignal,
  ): Promise<CheckpointRow | null> {
    const work = () => withinLimit(timers, signal, (limited) => takeAlone(place, reason, limited));
    return git.alone(place.index, work, signal);
  }

  async function takeAlone(
    place: CheckpointedPlace,
    { kind, run_id, pass }: CheckpointReason,
    signal: AbortSignal,
  ): Promise<CheckpointRow | null> {
    const begun = performance.now();
    const problem = preparePrivateDirectory(directory);
    if (problem) throw new GitError({ kind: "refused" }, `${directory} ${problem}`);
    const { at, ref, repository } = place;
    const previous = await newest(place);
    const snapshot = await takeSnapshot(git, snapshotPlace(place), {
      maxFileMb: settingsService.checkpointMaxFileMb(),
      previous,
      signal,
    });
    const { treeId: tree_id, headId: head_id, leftOut: left_out } = snapshot;
    if (previous?.tree_id === tree_id && previous.head_id === head_id) {
      if (!Bun.deepEquals(previous.left_out, left_out)) noteLeftOut(place, previous, left_out);
      return null;
    }
    const note: CheckpointNote = {
      ...ownerOf(place),
      id: newId(),
      // Before the first checkpoint, nothing says who changed what.
      kind: previous === null && kind === "outside" ? "created" : kind,
      run_id: run_id ?? null,
      pass: pass === undefined ? (previous?.pass ?? null) : pass,
      head_id,
    };
    // Count first, to keep the time between ref and row short.
    const count = await countBetween(at, previous?.tree_id ?? place.base, tree_id);
    const changes = await changesOf(place, previous, tree_id, count);
    const now = clock();
    const commit_id = await storeSnapshot(git, {
      at,
      snapshot,
      previousCommit: previous?.commit_id ?? null,
      ref,
      message: writeNote(note),
      date: now,
    });
    return unit((emit) => {
      const row = checkpointStore.insert({
        ...withoutHead(note),
        ...(count ?? NO_CHANGES),
        workspace_id: place.workspace_id,
        repository,
        ref,
        commit_id,
        tree_id,
        head_id,
        left_out,
        duration_ms: Math.round(performance.now() - begun),
        created_at: now,
      });
      noteChanges(place, changes, emit);
      return row;
    });
  }

  function snapshotPlace({ at, index, isTrusted }: CheckpointedPlace) {
    return { at, indexPath: join(directory, `${index}.index`), isTrusted };
  }

  /**
   * The last checkpoint according to its ref: after a crash, or in an older backup, the newest rows
   * may be missing.
   */
  async function newest(place: CheckpointedPlace): Promise<CheckpointRow | null> {
    const { at, ref } = place;
    const known = checkpointStore.last(rowsOf(place));
    const tip = await tipOf(git, at, ref);
    if (tip === (known?.commit_id ?? null)) return known;
    if (tip !== null) return rebuild(place, tip, known);
    // Someone has deleted the ref. It can be restored until git removes the unreachable commit.
    if (known && (await commitOf(git, at, known.commit_id)) !== null) {
      await moveRef(git, at, { ref, from: null, to: known.commit_id });
      return known;
    }
    return null;
  }

  async function rebuild(
    place: CheckpointedPlace,
    tip: string,
    known: CheckpointRow | null,
  ): Promise<CheckpointRow | null> {
    const { at, ref, repository, workspace_id } = place;
    const from = known && (await commitOf(git, at, known.commit_id));
    const history = await historyOf(git, { at, to: tip, from, most: MOST_REBUILT });
    let previous = from === null ? null : known;
    for (const { note, tree, commit, date } of ownIn(history).toReversed()) {
      const count = await countBetween(at, previous?.tree_id ?? place.base, tree);
      const changes = await changesOf(place, previous, tree, count);
      const before = previous;
      previous = unit((emit) => {
        const known = checkpointStore.get(note.id);
        if (known) return known;
        const row = checkpointStore.insert({
          ...withoutHead(note),
          ...(count ?? NO_CHANGES),
          ...ownerOf(place),
          workspace_id,
          repository,
          ref,
          commit_id: commit,
          tree_id: tree,
          head_id: note.head_id,
          left_out: before?.left_out ?? [],
          duration_ms: 0,
          created_at: new Date(date).toISOString(),
        });
        noteChanges(place, changes, emit);
        return row;
      });
    }
    return previous;
  }

  /** All changes of the task or chat together. */
  async function changesOf(
    place: CheckpointedPlace,
    previous: CheckpointRow | null,
    tree: string,
    count: ChangeCount | null,
  ): Promise<ChangeCount | null> {
    if (previous === null) return count;
    const base = place.base ?? (await firstTreeIn(place));
    return base === previous.tree_id ? count : countBetween(place.at, base, tree);
  }

  /** The workspace may have used another repository before. */
  async function firstTreeIn(place: CheckpointedPlace): Promise<string | null> {
    for (const { commit_id, tree_id } of checkpointStore.firsts(rowsOf(place))) {
      if ((await commitOf(git, place.at, commit_id)) !== null) return tree_id;
    }
    return null;
  }

  /** Null if they cannot be counted. */
  async function countBetween(
    at: string,
    from: string | null,
    to: string,
  ): Promise<ChangeCount | null> {
    if (from === null) return NO_CHANGES;
    try {
      return await countChanges(git, { at, from, to });
    } catch (error) {
      if (!(error instanceof GitError) || isAborted(error)) throw error;
      // The figures are only shown; what matters is that the state is stored.
      logger.warn("The changes of a checkpoint cannot be counted", { at, error });
      return null;
    }
  }

  function noteChanges(place: CheckpointedPlace, changes: ChangeCount | null, emit: Emit): void {
    const task = place.task_id && taskStore.get(place.task_id);
    if (task) taskStore.update({ ...task, changes });
    announce(place, emit);
  }

  function noteLeftOut(
    place: CheckpointedPlace,
    { id }: CheckpointRow,
    left_out: readonly LeftOut[],
  ): void {
    unit((emit) => {
      checkpointStore.setLeftOut(id, left_out);
      announce(place, emit);
    });
  }

  function announce({ task_id, chat_id }: CheckpointedPlace, emit: Emit): void {
    const task = task_id && taskStore.get(task_id);
    if (task) emit({ type: "task.changes_updated", ...taskName(task) });
    const chat = chat_id && chatStore.get(chat_id);
    if (chat) emit({ type: "chat.changes_updated", ...chatName(chat) });
  }

  return {
    take,

    /** Adds the rows of checkpoints that only their ref knows. */
    catchUp: (place: CheckpointedPlace): Promise<CheckpointRow | null> =>
      git.alone(place.index, () => newest(place)),

    /** Where git finds the files of a place, and their private index. */
    snapshotPlace,
  };
}

export type Checkpoints = ReturnType<typeof createCheckpoints>;

const NO_CHANGES: ChangeCount = { files: 0, additions: 0, deletions: 0 };

function rowsOf({ task_id, chat_id }: CheckpointedPlace): CheckpointPlace {
  if (task_id !== null) return { task_id };
  if (chat_id !== null) return { chat_id };
  throw new Error("Checkpoints belong to a task or a chat");
}

function ownerOf({ task_id, chat_id, worktree_id }: CheckpointedPlace) {
  return { task_id, chat_id, worktree_id };
}

function withoutHead({ head_id: _, ...note }: CheckpointNote) {
  return note;
}

/** Our checkpoints at the end of a history; the commits before the first one are the person's. */
function ownIn(history: readonly HistoryEntry[]) {
  const own: (HistoryEntry & { note: CheckpointNote })[] = [];
  for (const entry of history) {
    const note = readNote(entry.message);
    if (note === null) break;
    own.push({ ...entry, note });
  }
  return own;
}
