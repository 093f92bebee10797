import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Changes } from "@malamar/contract/changes.ts";
import type { Checkpoint } from "@malamar/contract/checkpoint.ts";
import type { ErrorBody } from "@malamar/contract/error.ts";
import type { CreateTask, Task } from "@malamar/contract/task.ts";
import type { KeptWork, Worktree, Worktrees } from "@malamar/contract/worktree.ts";
import { createCleanedApp } from "./cleanup-app.ts";
import { gitAt, gitEnvironment, makeRepository } from "./git-repository.ts";
import { asksForReview, type Part } from "./scripted-team.ts";
import { tempDir } from "./temp-dir.ts";

type Files = Readonly<Record<string, string>>;

type Options = Parameters<typeof createCleanedApp>[0] & {
  /** What the repository's first commit contains. */
  files?: Files;
  mode?: "git" | "static";
};

const AGENT = {
  PATH: process.env["PATH"] ?? "",
  HOME: "/nonexistent",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "Agent",
  GIT_AUTHOR_EMAIL: "agent@example.org",
  GIT_COMMITTER_NAME: "Agent",
  GIT_COMMITTER_EMAIL: "agent@example.org",
};

/** As an agent or a person runs it in a worktree. */
export const gitIn = (path: string, ...args: string[]) => gitAt(path, AGENT, ...args);

export function writeFiles(path: string, files: Files): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), content);
  }
}

/** An agent that writes files where it works, and asks for review. */
export const writes =
  (files: Files): Part =>
  (turn) => {
    writeFiles(turn.request.cwd, files);
    return asksForReview(turn);
  };

/** The application in virtual time, with a workspace on a real repository. */
export async function createRepositoryInTime(options: Options = {}) {
  const { files, mode = "git", workspace, ...rest } = options;
  const dir = tempDir();
  const place = realpathSync(dir.path);
  const environment = gitEnvironment(join(place, "home"));
  const repository = makeRepository(join(place, "website"), environment, files);
  const app = await createCleanedApp({
    dataDir: join(place, "data"),
    team: { Builder: asksForReview },
    workspace: {
      working_directory_mode: mode,
      working_directory_path: repository.path,
      retention_days: 0,
      ...workspace,
    },
    ...rest,
    environment: { ...environment, ...rest.environment },
  });

  async function get<Body>(path: string): Promise<Body> {
    const { status, body } = await app.call<Body>("GET", path);
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  let isStopped = false;

  const worktrees = (id: string = app.workspace.id) =>
    get<Worktrees>(`/api/workspaces/${id}/worktrees`);

  return {
    ...app,
    dir: place,
    repository,
    get,
    /** A task whose team has had its turn. */
    async workedOn(task: Partial<CreateTask> = {}): Promise<Task> {
      const { id } = await app.createTask(task);
      await app.taskWorkers.drain();
      return app.task(id);
    },
    checkpoints: (id: string) => get<Checkpoint[]>(`/api/tasks/${id}/checkpoints`),
    changes: (id: string, query = "") => get<Changes>(`/api/tasks/${id}/changes${query}`),
    worktrees,
    kept: () => get<KeptWork[]>(`/api/workspaces/${app.workspace.id}/kept`),
    async worktreeOf({ id, workspace_id }: Pick<Task, "id" | "workspace_id">): Promise<Worktree> {
      return (await worktrees(workspace_id)).worktrees.find(({ task_id }) => task_id === id)!;
    },
    /** Status and message of a request that is refused. */
    async refusal(method: string, path: string, body?: unknown): Promise<string> {
      const answer = await app.call<ErrorBody>(method, path, body === undefined ? {} : { body });
      return `${answer.status} ${answer.body?.error?.message}`;
    },
    /** Ends it; its data stay for another one. */
    async stop(): Promise<void> {
      if (isStopped) return;
      isStopped = true;
      await app.stop();
    },
    async [Symbol.asyncDispose]() {
      if (!isStopped) await app[Symbol.asyncDispose]();
      dir[Symbol.dispose]();
    },
  };
}

export type RepositoryInTime = Awaited<ReturnType<typeof createRepositoryInTime>>;
