import type { ChatId, RunId, TaskId } from "@malamar/contract/ids.ts";
import type { PageQuery } from "@malamar/contract/page.ts";
import type { Run } from "@malamar/contract/run.ts";
import { notFound } from "#lib/app-error.ts";
import { pageOf, type Page } from "#lib/page.ts";
import type { RunStore } from "./run-store.ts";

interface Deps {
  runs: RunStore;
  /** Throws when there is no such task. */
  requireTask: (id: TaskId) => void;
  requireChat: (id: ChatId) => void;
}

/** What people may know about runs. Only the runner writes them. */
export function createRunService({ runs, requireTask, requireChat }: Deps) {
  return {
    get(id: RunId): Run {
      const run = runs.get(id);
      if (!run) throw notFound("Run");
      return run;
    },

    /** false as well when the run went away with what it belonged to. */
    isRunning: (id: RunId): boolean => runs.get(id)?.status === "running",

    listByTask(taskId: TaskId, query: PageQuery): Page<Run> {
      requireTask(taskId);
      return pageOf((window) => runs.listByTask(taskId, window), query);
    },

    listByChat(chatId: ChatId, query: PageQuery): Page<Run> {
      requireChat(chatId);
      return pageOf((window) => runs.listByChat(chatId, window), query);
    },
  };
}

export type RunService = ReturnType<typeof createRunService>;
