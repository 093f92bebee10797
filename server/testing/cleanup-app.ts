import { DAY_MS } from "#lib/clock.ts";
import type { Task, TaskSummary } from "@malamar/contract/task.ts";
import type { Workspace } from "@malamar/contract/workspace.ts";
import { createLoopApp, type LoopApp } from "./loop-app.ts";
import { skip } from "./scripted-team.ts";
import { virtualTime } from "./virtual-time.ts";

export const HOUR_MS = DAY_MS / 24;

/** The application in virtual time, with a cleanup that the test starts. */
export async function createCleanedApp({
  config,
  ...options
}: Parameters<typeof createLoopApp>[0] = {}) {
  const time = virtualTime();
  const app = await createLoopApp({
    clock: time.clock,
    timers: time.timers,
    // Checking the queue every second would be two million checks in a virtual month.
    config: { "runner-poll-interval": 60_000_000, ...config },
    team: { Planner: skip },
    ...options,
  });
  let stop = async () => {};

  return {
    ...app,
    time,
    /** Cleans up as at a start. */
    async cleanUp(): Promise<void> {
      await stop();
      stop = app.cleanup.start();
      await app.cleanup.drain();
    },
    /** Lets time pass and runs the cleanup whenever it is due, hour by hour. */
    async pass(ms: number): Promise<void> {
      for (let rest = ms; rest > 0; rest -= HOUR_MS) {
        time.advance(Math.min(rest, HOUR_MS));
        await app.cleanup.drain();
      }
    },
    async [Symbol.asyncDispose]() {
      await stop();
      await app[Symbol.asyncDispose]();
    },
  };
}

export async function doneTask(app: LoopApp, workspace?: Workspace): Promise<Task> {
  const task = await app.createTask({}, workspace);
  await app.taskWorkers.drain();
  return (await app.move(task.id, "done")).body;
}

export async function taskIds(app: LoopApp): Promise<string[]> {
  return (await app.get<TaskSummary[]>(`/api/workspaces/${app.workspace.id}/tasks`)).map(
    ({ id }) => id,
  );
}

export function workspacePath(app: LoopApp): string {
  return `/api/workspaces/${app.workspace.id}`;
}
