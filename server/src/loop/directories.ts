import { realpathSync } from "node:fs";
import type { ChatId, TaskId } from "@malamar/contract/ids.ts";
import type { ChatStore } from "#domain/chat/chat-store.ts";
import type { TaskStore } from "#domain/task/task-store.ts";
import type { TaskWaitStore, Wait } from "#domain/task/task-wait-store.ts";
import type { TaskWaits } from "#domain/task/task-waits.ts";
import type { StoredWorkspace, WorkspaceStore } from "#domain/workspace/workspace-store.ts";
import type { Logger } from "#lib/logger.ts";

/** Who works in a directory. */
type Worker = { kind: "task"; id: TaskId } | { kind: "chat"; id: ChatId };

interface Deps {
  workspaceStore: Pick<WorkspaceStore, "get">;
  taskStore: Pick<TaskStore, "get">;
  taskWaitStore: Pick<TaskWaitStore, "directoryWaits">;
  chatStore: Pick<ChatStore, "get">;
  taskWaits: Pick<TaskWaits, "release">;
  logger: Logger;
}

type Place = Pick<StoredWorkspace, "working_directory_mode" | "working_directory_path">;

/**
 * Who works where. In a user's directory, one task runs at a time, whatever its workspace; in their
 * own directories, tasks cannot meet. Chats do not wait, because a person does.
 */
export function createDirectories(deps: Deps) {
  const { workspaceStore, taskStore, taskWaitStore, chatStore, taskWaits, logger } = deps;
  const workers = new Map<string, Set<Worker>>();

  /** Where a worker is, one directory at a time. */
  function createSeat(worker: Worker) {
    let at: string | null = null;

    function enter(path: string | null): void {
      at = path;
      if (path !== null) workers.set(path, (workers.get(path) ?? new Set()).add(worker));
    }

    function leave(): void {
      if (at === null) return;
      const inside = workers.get(at);
      inside?.delete(worker);
      if (inside?.size === 0) workers.delete(at);
      at = null;
      try {
        letIn();
      } catch (error) {
        // The poll makes up for it.
        logger.warn("Tasks that wait for a directory cannot continue yet", { error });
      }
    }

    return { isAt: (path: string | null) => path === at, enter, leave };
  }

  function waitFor(path: string | null): Wait | null {
    const [other] = (path !== null && workers.get(path)) || [];
    if (!other) return null;
    const detail = nameOf(other);
    return { reason: "directory", engine: null, agent_id: null, detail, until: null };
  }

  function nameOf(worker: Worker): string {
    if (worker.kind === "task") return taskStore.get(worker.id)?.summary ?? "a task";
    return chatStore.get(worker.id)?.title ?? "a chat";
  }

  /** No task waits for a directory that is free, nor for work that has left it. */
  function letIn(): void {
    for (const { workspace_id, wait_detail } of taskWaitStore.directoryWaits()) {
      const workspace = workspaceStore.get(workspace_id);
      const wait = workspace && waitFor(realPathOf(workspace));
      if (wait?.detail !== wait_detail)
        taskWaits.release("directory", { workspaceId: workspace_id });
    }
  }

  return {
    letIn,

    /**
     * For a pass: it claims its workspace's directory before each run, because people may change
     * it.
     */
    forTask(id: TaskId) {
      const seat = createSeat({ kind: "task", id });
      return {
        /** What its task waits for; null once it has claimed the directory. */
        claim(place: Place): Wait | null {
          const path = realPathOf(place);
          if (seat.isAt(path)) return null;
          seat.leave();
          const wait = waitFor(path);
          if (!wait) seat.enter(path);
          return wait;
        },
        leave: seat.leave,
      };
    },

    /** For an answer in a chat: the directory, and the other work in it. */
    share(place: Place, id: ChatId) {
      const path = realPathOf(place);
      const others = [...((path !== null && workers.get(path)) || [])].map(nameOf);
      const seat = createSeat({ kind: "chat", id });
      seat.enter(path);
      return { others, leave: seat.leave };
    },
  };
}

export type Directories = ReturnType<typeof createDirectories>;
export type TaskSeat = ReturnType<Directories["forTask"]>;

/** null if every task has its own directory, or if the run itself will report the problem. */
function realPathOf({ working_directory_mode: mode, working_directory_path: path }: Place) {
  if (mode !== "static" || path === null) return null;
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
