import type { Task, TaskStatus } from "@malamar/contract/task.ts";
import type { LoopApp } from "./loop-app.ts";

/** A task in each status, with nothing left to do. */
export async function taskIn(app: LoopApp, status: TaskStatus): Promise<Task> {
  const task = await app.createTask();
  if (status === "in_progress" || status === "todo") return task;
  await app.taskWorkers.drain();
  if (status === "done") await app.move(task.id, "done");
  return app.task(task.id);
}

export async function untilStatus(app: LoopApp, id: string, status: TaskStatus): Promise<void> {
  while ((await app.task(id)).status !== status) await new Promise(setImmediate);
}
