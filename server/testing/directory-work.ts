import type { Workspace } from "@malamar/contract/workspace.ts";
import type { LoopApp } from "./loop-app.ts";

export const inDirectory = (path: string) =>
  ({ working_directory_mode: "static", working_directory_path: path }) as const;

/** Workspaces with one agent each, which has the name and the part of its workspace. */
export async function createOthers(
  app: Pick<LoopApp, "createWorkspace" | "createAgent">,
  paths: object,
) {
  const others: Workspace[] = [];
  for (const [title, path] of Object.entries(paths)) {
    const workspace = await app.createWorkspace({ title, ...inDirectory(path) });
    await app.createAgent(workspace.id, { name: title, instruction: title });
    others.push(workspace);
  }
  return others;
}

export async function untilWaiting(app: Pick<LoopApp, "task">, id: string) {
  while ((await app.task(id)).wait_reason === null) await new Promise(setImmediate);
}

export async function untilInReview(app: Pick<LoopApp, "task">, id: string) {
  while ((await app.task(id)).status !== "in_review") await new Promise(setImmediate);
}
