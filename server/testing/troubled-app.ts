import type { Task, TaskSummary } from "@malamar/contract/task.ts";
import { createLoopApp, type LoopApp, type LoopOptions } from "./loop-app.ts";
import { isNotLoggedIn } from "./scripted-team.ts";
import { virtualTime } from "./virtual-time.ts";

export const SECOND = 1000;
/** Between the third failure and the first retry. */
export const FIRST_WAIT = 16 * SECOND;

interface TroubledOptions extends LoopOptions {
  tasks?: number;
  time?: ReturnType<typeof virtualTime>;
}

/** Several tasks at once, each of which would fail. */
export async function createTroubledApp(given: TroubledOptions = {}) {
  const { tasks = 20, time = virtualTime(), ...options } = given;
  const app = await createLoopApp({ team: { Planner: isNotLoggedIn }, ...time, ...options });
  const ids: Task["id"][] = [];
  await app.taskWorkers.whileHeld(app.workspace.id, async () => {
    for (let at = 0; at < tasks; at++) {
      ids.push((await app.createTask({ summary: `Task ${at}` })).id);
    }
  });
  await app.taskWorkers.drain();
  return { ...app, time, ids, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

export async function rows({
  get,
  workspace,
}: Pick<LoopApp, "get" | "workspace">): Promise<TaskSummary[]> {
  return get<TaskSummary[]>(`/api/workspaces/${workspace.id}/tasks`);
}

export async function advance(
  app: Pick<LoopApp, "taskWorkers"> & { time: ReturnType<typeof virtualTime> },
  ms: number,
) {
  app.time.advance(ms);
  await app.taskWorkers.drain();
}

export const isWaiting = ({ wait_reason }: TaskSummary) => wait_reason === "engine";
