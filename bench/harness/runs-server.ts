import { join } from "node:path";
import type { WorkspaceId } from "@malamar/contract/ids.ts";
import type { Task } from "@malamar/contract/task.ts";
import type { Workspace } from "@malamar/contract/workspace.ts";
import type { ChildName } from "../servers/index.ts";
import { startChild } from "./child-process.ts";
import { removeFolder, temporaryFolder } from "./clean-up.ts";
import { agentInput } from "./rows-variant.ts";

/** Malamar in its own process, whose agents are runs of one program; used over HTTP. */
export async function startRunsServer(
  program: string,
  args: readonly string[],
  name: ChildName = "malamar-runs-server",
) {
  const folder = temporaryFolder();
  const server = await startChild(name, [folder, program, ...args], "SIGTERM");

  async function call<Body>(method: string, path: string, body?: object): Promise<Body> {
    const response = await fetch(`http://127.0.0.1:${server.ready}${path}`, {
      method,
      ...(body && { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    // Its answers follow the contract.
    return (await response.json()) as Body;
  }

  const createTask = (workspaceId: WorkspaceId) =>
    call<Task>("POST", `/api/workspaces/${workspaceId}/tasks`, { summary: "Fix login" });

  return {
    pid: server.pid,
    port: server.ready,
    runsFolder: join(folder, "runs"),
    ask: server.ask,
    call,

    async createTeam(size: number): Promise<WorkspaceId> {
      const { id } = await call<Workspace>("POST", "/api/workspaces", { title: "Bench" });
      for (let at = 1; at <= size; at++) {
        await call("POST", `/api/workspaces/${id}/agents`, agentInput(at));
      }
      return id;
    },

    createTask,

    /** Creates a task and waits until its team has worked on it and the loop is at rest. */
    async workTask(workspaceId: WorkspaceId): Promise<void> {
      const { id } = await createTask(workspaceId);
      await server.ask("drain");
      const { status } = await call<Task>("GET", `/api/tasks/${id}`);
      if (status !== "in_review") throw new Error(`The task was not worked, it is ${status}.`);
    },

    async close(): Promise<void> {
      await server.close();
      removeFolder(folder);
    },
  };
}
