import type { Database } from "bun:sqlite";
import type { CheckpointId, TaskId } from "@malamar/contract/ids.ts";

interface Restore {
  task_id: TaskId;
  checkpoint_id: CheckpointId;
}

/** Restores in progress: a crash during one leaves a mix of two states. */
export function createRestoreStore(db: Database) {
  const insert = db.prepare<unknown, [TaskId, CheckpointId]>(
    `INSERT INTO restores (task_id, checkpoint_id) VALUES (?, ?)
     ON CONFLICT (task_id) DO UPDATE SET checkpoint_id = excluded.checkpoint_id`,
  );
  const remove = db.prepare<unknown, [TaskId]>("DELETE FROM restores WHERE task_id = ?");
  const selectAll = db.prepare<Restore, []>("SELECT task_id, checkpoint_id FROM restores");

  return {
    begin: ({ task_id, checkpoint_id }: Restore) => void insert.run(task_id, checkpoint_id),
    end: (id: TaskId) => void remove.run(id),
    /** Those that never ended. */
    all: (): Restore[] => selectAll.all(),
  };
}

export type RestoreStore = ReturnType<typeof createRestoreStore>;
