import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Worktree } from "@malamar/contract/worktree.ts";
import type { Checkpoint } from "@malamar/contract/checkpoint.ts";
import { gitEnvironment, makeRepository, type TestRepository } from "./git-repository.ts";
import { createLoopApp, type LoopOptions } from "./loop-app.ts";
import { asksForReview, type Part } from "./scripted-team.ts";
import { tempDir } from "./temp-dir.ts";

interface RepositoryOptions extends LoopOptions {
  /** The files of the repository's first commit. */
  files?: Readonly<Record<string, string>>;
  /** What is done with the repository before Malamar sees it. */
  prepare?: (repository: TestRepository) => void;
}

/** The running application, with a workspace whose team works in a real repository. */
export async function createRepositoryApp(given: RepositoryOptions = {}) {
  const { files, prepare, ...options } = given;
  const dir = tempDir();
  const environment = gitEnvironment(join(dir.path, "home"));
  const repository = makeRepository(join(dir.path, "website"), environment, files);
  prepare?.(repository);
  const app = await createLoopApp({
    ...options,
    environment: { ...environment, ...options.environment },
    workspace: {
      working_directory_mode: "git",
      working_directory_path: repository.path,
      ...options.workspace,
    },
  });

  return {
    ...app,
    dir: dir.path,
    environment,
    repository,
    worktreeOf: (taskId: string) =>
      app.db
        .query<Worktree & { ref: string }, [string]>(
          "SELECT * FROM worktrees WHERE task_id = ? ORDER BY rowid DESC",
        )
        .get(taskId)!,
    checkpointsOf: (taskId: string) =>
      app.db
        .query<Checkpoint, [string]>("SELECT * FROM checkpoints WHERE task_id = ? ORDER BY rowid")
        .all(taskId),
    /** Creates a task and waits until nobody works on it. */
    async worked(task: Parameters<typeof app.createTask>[0] = {}) {
      const created = await app.createTask(task);
      await app.taskWorkers.drain();
      return app.task(created.id);
    },
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      dir[Symbol.dispose]();
    },
  };
}

/** Writes a file where it works, and hands the task over. */
export const writes =
  (name: string, content: string): Part =>
  (turn) => {
    writeFileSync(join(turn.request.cwd, name), content);
    return asksForReview(turn);
  };
