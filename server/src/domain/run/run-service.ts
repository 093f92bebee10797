import type { ChatId, RunId, TaskId } from "@malamar/contract/ids.ts";
import type { PageQuery } from "@malamar/contract/page.ts";
import type { Run } from "@malamar/contract/run.ts";
import { notFound } from "#lib/app-error.ts";
import { pageOf, type Page } from "#lib/page.ts";
import type { RunStore } from "./run-store.ts";

interface Deps {
  runStore: RunStore;
  /** Throws when there is no such task. */
  requireTask: (id: TaskId) => void;
  requireChat: (id: ChatId) => void;
}

/** What people can read about runs. Only the loop writes them. */
export function createRunService({ runStore, requireTask, requireChat }: Deps) {
  return {
    get(id: RunId): Run {
      const run = runStore.get(id);
      if (!run) throw notFound("Run");
      return run;
    },

    /** Also false if the run was deleted with its task or chat. */
    isRunning: (id: RunId): boolean => runStore.get(id)?.status === "running",

    listByTask(taskId: TaskId, query: PageQuery): Page<Run> {
      requireTask(taskId);
      return pageOf((window) => runStore.listByTask(taskId, window), query);
    },

    listByChat(chatId: ChatId, query: PageQuery): Page<Run> {
      requireChat(chatId);
      return pageOf((window) => runStore.listByChat(chatId, window), query);
    },
  };
}

export type RunService = ReturnType<typeof createRunService>;
