import type { Checkpoint } from "@malamar/contract/checkpoint.ts";
import type { ChatId, TaskId } from "@malamar/contract/ids.ts";
import type { PageQuery } from "@malamar/contract/page.ts";
import { requireChat } from "#domain/chat/chat-service.ts";
import type { ChatStore } from "#domain/chat/chat-store.ts";
import {
  SHOWN_CHECKPOINT,
  type CheckpointPlace,
  type CheckpointStore,
} from "#domain/checkpoint/checkpoint-store.ts";
import { requireTask } from "#domain/task/task-service.ts";
import type { TaskStore } from "#domain/task/task-store.ts";
import { AppError } from "#lib/app-error.ts";
import { pageOf, type Page } from "#lib/page.ts";
import type { Checkpoints } from "./checkpoints.ts";
import type { FilesOfTask } from "./files-of-task.ts";

interface Deps {
  taskStore: TaskStore;
  chatStore: ChatStore;
  checkpointStore: Pick<CheckpointStore, "list" | "last">;
  checkpoints: Pick<Checkpoints, "take">;
  withFilesOf: FilesOfTask;
}

/** The stored states of a task's or a chat's files. */
export function createCheckpointList(deps: Deps) {
  const { taskStore, chatStore, checkpointStore, checkpoints, withFilesOf } = deps;

  function list(place: CheckpointPlace, query: PageQuery): Page<Checkpoint> {
    const page = pageOf((window) => checkpointStore.list(place, window), query);
    return { ...page, rows: page.rows.map((row) => SHOWN_CHECKPOINT.pick(row)) };
  }

  return {
    ofTask: (id: TaskId, query: PageQuery): Page<Checkpoint> =>
      list({ task_id: requireTask(taskStore, id).id }, query),

    ofChat: (id: ChatId, query: PageQuery): Page<Checkpoint> =>
      list({ chat_id: requireChat(chatStore, id).id }, query),

    /** If nothing has changed since the newest checkpoint, it is that one. */
    async takeNow(id: TaskId): Promise<{ checkpoint: Checkpoint; isNew: boolean }> {
      requireTask(taskStore, id);
      const taken = await withFilesOf(id, ({ place }) =>
        checkpoints.take(place, { kind: "manual" }),
      );
      const newest = taken ?? checkpointStore.last({ task_id: id });
      if (!newest) throw new AppError("CONFLICT", "There is nothing to store.");
      return { checkpoint: SHOWN_CHECKPOINT.pick(newest), isNew: taken !== null };
    },
  };
}

export type CheckpointList = ReturnType<typeof createCheckpointList>;
