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
  checkpointStore: Pick<CheckpointStore, "last">;
  viewedFileStore: Pick<ViewedFileStore, "mark" | "unmark">;
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
    set,

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
      requireTask(taskStore, id);
      unit(() => {
        if (blob_id === null) viewedFileStore.unmark(id, path);
        else viewedFileStore.mark(id, path, blob_id);
      });
    },
  };
}

export type Looks = ReturnType<typeof createLooks>;
