import {
  MOST_CHANGED_FILES,
  type ChangePosition,
  type ChangedFile,
  type Changes,
  type ChangesQuery,
  type PatchQuery,
} from "@malamar/contract/changes.ts";
import type { ChatId, TaskId } from "@malamar/contract/ids.ts";
import { MOST_BLOB_BYTES } from "@malamar/contract/plain/changes.ts";
import type { CheckpointPlace } from "#domain/checkpoint/checkpoint-store.ts";
import type { ViewedFileStore } from "#domain/checkpoint/viewed-file-store.ts";
import { blobOf, listChanges, patchOf } from "#git/diff.ts";
import type { Git } from "#git/git.ts";
import { AppError } from "#lib/app-error.ts";
import type { ChangeEnds, StoredState } from "./change-ends.ts";
import { createRecent } from "./recent.ts";
import { askRepository } from "./repository-trouble.ts";

/** A page asks for the list once, and then for the patches of its files. */
const LISTS_KEPT = 4;

/** The longest patch that a page can show. */
const MOST_PATCH_BYTES = 4 * 1024 * 1024;

interface Deps {
  git: Git;
  changeEnds: ChangeEnds;
  viewedFileStore: Pick<ViewedFileStore, "of">;
}

type Listed = Awaited<ReturnType<typeof listChanges>>;

/** The differences between two stored states, read from git's objects and never from the disk. */
export function createChanges({ git, changeEnds, viewedFileStore }: Deps) {
  const lists = createRecent<Promise<Listed>>(LISTS_KEPT);

  /** The difference between two trees never changes. */
  function listOf(from: StoredState, to: StoredState): Promise<Listed> {
    const name = `${to.repository}\0${from.tree_id}\0${to.tree_id}`;
    const listed = lists.get(name, () =>
      listChanges(git, {
        at: to.repository,
        from: from.tree_id,
        to: to.tree_id,
        most: MOST_CHANGED_FILES,
      }),
    );
    listed.catch(() => lists.forget(name));
    return askRepository(to.repository, () => listed);
  }

  return {
    async list(place: CheckpointPlace, query: ChangesQuery): Promise<Changes> {
      const [from, to] = await changeEnds.both(place, query);
      const { changed, files, additions, deletions, isTruncated } = await listOf(from, to);
      const viewed = viewedFileStore.of(idOf(place));
      return {
        from: endOf(from),
        to: endOf(to),
        files,
        additions,
        deletions,
        changed: changed.map((file) => ({
          ...file,
          is_viewed: viewed.get(file.path) === stateOf(file),
        })),
        truncated: isTruncated,
      };
    },

    /** The patch of one file; `isCut` if it is longer than anyone reads. */
    async patch(
      place: CheckpointPlace,
      { path, context, ignore_whitespace, ...query }: PatchQuery,
    ): Promise<{ patch: string; isCut: boolean }> {
      const [from, to] = await changeEnds.both(place, query);
      const { changed, isTruncated } = await listOf(from, to);
      const file = changed.find((each) => each.path === path);
      if (!file && !isTruncated) throw notDifferent(path);
      const found = await askRepository(to.repository, () =>
        patchOf(git, {
          at: to.repository,
          from: from.tree_id,
          to: to.tree_id,
          path,
          oldPath: file?.old_path ?? null,
          context,
          ignoreWhitespace: ignore_whitespace !== undefined,
          mostBytes: MOST_PATCH_BYTES,
        }),
      );
      if (!file && found.patch === "") throw notDifferent(path);
      return found;
    },

    /** The path that a file of the later state had in the earlier one. */
    async oldPathOf(from: StoredState, to: StoredState, path: string): Promise<string> {
      const { changed } = await listOf(from, to);
      return changed.find((each) => each.path === path)?.old_path ?? path;
    },

    /** A file as it was stored. */
    async blob(
      place: CheckpointPlace,
      { checkpoint, path }: { checkpoint: ChangePosition; path: string },
    ): Promise<Uint8Array> {
      const state = await changeEnds.find(place, checkpoint);
      const found = await blobIn(git, state, path);
      if (!found) throw new AppError("NOT_FOUND", `${path} is not in this state.`);
      if (!found.isTooLarge) return found.bytes;
      const limit = MOST_BLOB_BYTES / 1024 / 1024;
      throw new AppError("PAYLOAD_TOO_LARGE", `${path} is larger than ${limit} MiB.`);
    },
  };
}

export type ChangesService = ReturnType<typeof createChanges>;

/** Null if the state has no such file. */
export function blobIn(git: Git, state: StoredState, path: string) {
  return askRepository(state.repository, () =>
    blobOf(git, {
      at: state.repository,
      commit: state.commit_id,
      path,
      mostBytes: MOST_BLOB_BYTES,
    }),
  );
}

function notDifferent(path: string): AppError {
  return new AppError("NOT_FOUND", `${path} does not differ between these two states.`);
}

function endOf({ checkpoint_id, tree_id }: StoredState) {
  return { checkpoint_id, tree_id };
}

/** For a deleted file, people view what it was. */
function stateOf({ new_blob_id, old_blob_id }: ChangedFile): string | null {
  return new_blob_id ?? old_blob_id;
}

function idOf(place: CheckpointPlace): TaskId | ChatId {
  return "task_id" in place ? place.task_id : place.chat_id;
}
