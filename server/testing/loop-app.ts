import type { Agent, CreateAgent } from "@malamar/contract/agent.ts";
import type { Run } from "@malamar/contract/run.ts";
import type { CreateTask, Task, TaskComment, TaskLog, TaskStatus } from "@malamar/contract/task.ts";
import type { CreateWorkspace, Workspace } from "@malamar/contract/workspace.ts";
import { createTestApp, type TestAppOptions } from "./create-test-app.ts";
import { scriptedTeam, type Part } from "./scripted-team.ts";

export interface LoopOptions extends TestAppOptions {
  /** The team in its order: each name with its part. */
  team?: Record<string, Part>;
  /** Parts of agents that exist already, or are added later. */
  others?: Record<string, Part>;
  workspace?: Partial<CreateWorkspace>;
}

/** The running application, with a workspace whose team does what the test says. */
export async function createLoopApp(given: LoopOptions = {}) {
  const { team = {}, others = {}, workspace: input, ...options } = given;
  const script = scriptedTeam({ ...team, ...others });
  const app = await createTestApp({ createEngines: script.createEngines, ...options });
  await app.startLoop();
  const workspace = await app.createWorkspace({ title: "Website", ...input });
  const agents: Agent[] = [];
  for (const name of Object.keys(team)) agents.push(await hire(name));

  async function hire(name: string, extra: Partial<CreateAgent> = {}): Promise<Agent> {
    return app.createAgent(workspace.id, { name, instruction: name, ...extra });
  }

  async function get<Body>(path: string): Promise<Body> {
    return (await app.call<Body>("GET", path)).body;
  }

  return {
    ...app,
    script,
    workspace,
    agents,
    /** Adds an agent whose part must be in `script.parts`. */
    hire,
    agentNamed: (name: string) => agents.find((agent) => agent.name === name)!,
    get,
    createTask: async (task: Partial<CreateTask> = {}, inWorkspace: Workspace = workspace) =>
      (
        await app.call<Task>("POST", `/api/workspaces/${inWorkspace.id}/tasks`, {
          body: { summary: "Fix login", ...task },
        })
      ).body,
    task: (id: string) => get<Task>(`/api/tasks/${id}`),
    comments: (id: string) => get<TaskComment[]>(`/api/tasks/${id}/comments`),
    logs: (id: string) => get<TaskLog[]>(`/api/tasks/${id}/logs`),
    runs: (id: string) => get<Run[]>(`/api/tasks/${id}/runs`),
    comment: (id: string, content: string) =>
      app.call<TaskComment>("POST", `/api/tasks/${id}/comments`, { body: { content } }),
    note: (id: string, content: string) =>
      app.call<TaskComment>("POST", `/api/tasks/${id}/comments`, {
        body: { content, is_note: true },
      }),
    /** Asks one agent alone. */
    ask: (id: string, asks_agent_id: string, content: string) =>
      app.call<TaskComment>("POST", `/api/tasks/${id}/comments`, {
        body: { content, asks_agent_id },
      }),
    editComment: (id: string, content: string) =>
      app.call<TaskComment>("PUT", `/api/comments/${id}`, { body: { content } }),
    deleteComment: (id: string) => app.call("DELETE", `/api/comments/${id}`),
    move: (id: string, status: TaskStatus) =>
      app.call<Task>("PUT", `/api/tasks/${id}`, { body: { status } }),
    cancel: (id: string) => app.call<Task>("POST", `/api/tasks/${id}/cancel`),
    /** The statuses of a task's queue items, oldest first. */
    queueOf: (id: string) =>
      app.db
        .query<{ status: string }, [string]>(
          "SELECT status FROM task_queue WHERE task_id = ? ORDER BY rowid",
        )
        .all(id)
        .map(({ status }) => status),
    /** "User: text", oldest first. */
    async said(id: string): Promise<string[]> {
      const comments = await get<TaskComment[]>(`/api/tasks/${id}/comments`);
      return comments.map(({ author_name, content }) => `${author_name}: ${content}`);
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

export type LoopApp = Awaited<ReturnType<typeof createLoopApp>>;

/** A gate that a test keeps closed until it opens it. */
export function gate() {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  return {
    /** Resolves when someone waits at the gate. */
    reached,
    open,
    /** Waits at the gate. */
    async pass(): Promise<void> {
      reach();
      await opened;
    },
  };
}
