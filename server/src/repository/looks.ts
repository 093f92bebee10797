import type { CheckpointId, TaskId } from "@malamar/contract/ids.ts";
import type { Task } from "@malamar/contract/task.ts";
import type { ViewFile } from "@malamar/contract/changes.ts";
import type { z } from "zod";
import type { CheckpointStore } from "#domain/checkpoint/checkpoint-store.ts";
import type { ViewedFileStore } from "#domain/checkpoint/viewed-file-store.ts";
import { nameOf } from "#domain/task/task-journal.ts";
import { requireTask, type TaskService } from "#domain/task/task-service.ts";
import type { TaskStore } from "#domain/task/task-store.ts";
import type { UnitOfWork } from "#events/unit-of-work.ts";
import type { ChangeEnds } from "./change-ends.ts";

interface Deps {
  unit: UnitOfWork;
  taskStore: TaskStore;
  taskService: Pick<TaskService, "get">;
  checkpointStore: Pick<CheckpointStore, "last" | "list">;
  viewedFileStore: Pick<ViewedFileStore, "of" | "mark" | "unmark">;
  changeEnds: Pick<ChangeEnds, "requireCheckpoint">;
}

/** Which of a task's files a person has looked at. */
export function createLooks(deps: Deps) {
  const { unit, taskStore, taskService, checkpointStore, viewedFileStore, changeEnds } = deps;

  /** Looking does not change the task: it keeps its place in the lists. */
  function set(id: TaskId, checkpointId: CheckpointId | null): void {
    unit((emit) => {
      const task = requireTask(taskStore, id);
      if (task.looked_checkpoint_id === checkpointId) return;
      taskStore.update({ ...task, looked_checkpoint_id: checkpointId });
      emit({ type: "task.updated", ...nameOf(task) });
    });
  }

  return {
    /** Up to this state, unless they have seen a newer one. */
    advance(id: TaskId, checkpointId: CheckpointId): void {
      const { looked_checkpoint_id } = requireTask(taskStore, id);
      const ids = checkpointStore.list({ task_id: id }, {}).map((checkpoint) => checkpoint.id);
      const seen = looked_checkpoint_id === null ? -1 : ids.indexOf(looked_checkpoint_id);
      if (ids.indexOf(checkpointId) > seen) set(id, checkpointId);
    },

    /** Defaults to the newest one. */
    mark(id: TaskId, checkpointId: CheckpointId | undefined): Task {
      const place = { task_id: id };
      requireTask(taskStore, id);
      const seen =
        checkpointId === undefined
          ? (checkpointStore.last(place)?.id ?? null)
          : changeEnds.requireCheckpoint(place, checkpointId).id;
      set(id, seen);
      return taskService.get(id);
    },

    /** A viewed mark is for one file in one state; once the file changes, it counts as new. */
    setViewed(id: TaskId, { path, blob_id }: z.output<typeof ViewFile>): void {
      unit((emit) => {
        const task = requireTask(taskStore, id);
        if ((viewedFileStore.of(id).get(path) ?? null) === blob_id) return;
        if (blob_id === null) viewedFileStore.unmark(id, path);
        else viewedFileStore.mark(id, path, blob_id);
        emit({ type: "task.changes_updated", ...nameOf(task) });
      });
    },
  };
}

export type Looks = ReturnType<typeof createLooks>;
