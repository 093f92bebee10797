import type { Database } from "bun:sqlite";
import type { ChatId, TaskId, WorkspaceId } from "@malamar/contract/ids.ts";

/** The files that a person has viewed, each in one state: in another state it is unviewed again. */
export function createViewedFileStore(db: Database) {
  const select = db.prepare<{ path: string; blob_id: string }, [placeId: string]>(
    "SELECT path, blob_id FROM viewed_files WHERE place_id = ?",
  );
  const upsert = db.prepare<unknown, [placeId: string, path: string, blobId: string]>(
    `INSERT INTO viewed_files (place_id, path, blob_id) VALUES (?, ?, ?)
     ON CONFLICT (place_id, path) DO UPDATE SET blob_id = excluded.blob_id`,
  );
  const remove = db.prepare<unknown, [placeId: string, path: string]>(
    "DELETE FROM viewed_files WHERE place_id = ? AND path = ?",
  );
  const removeAll = db.prepare<unknown, [placeId: string]>(
    "DELETE FROM viewed_files WHERE place_id = ?",
  );

  const removeOfWorkspace = db.prepare<unknown, [WorkspaceId]>(
    "DELETE FROM viewed_files WHERE place_id IN (SELECT id FROM tasks WHERE workspace_id = ?)",
  );

  return {
    /** The state that was viewed, by path. */
    of: (place: TaskId | ChatId): ReadonlyMap<string, string> =>
      new Map(select.all(place).map(({ path, blob_id }) => [path, blob_id])),
    mark: (place: TaskId | ChatId, path: string, blobId: string) =>
      void upsert.run(place, path, blobId),
    unmark: (place: TaskId | ChatId, path: string) => void remove.run(place, path),
    forget: (place: TaskId | ChatId) => void removeAll.run(place),
    /** Before its tasks are deleted. */
    forgetTasksOf: (id: WorkspaceId) => void removeOfWorkspace.run(id),
  };
}

export type ViewedFileStore = ReturnType<typeof createViewedFileStore>;
