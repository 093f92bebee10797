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

/** What a worker has taken. */
interface Seat {
  worker: Worker;
  path: string;
  /** Includes everything in it: it may contain a directory that others work in, or be inside one. */
  isWhole: boolean;
  /** Resolves when the worker has left. */
  left: PromiseWithResolvers<void>;
}

/**
 * Who works where. In a user's directory, one task runs at a time, whatever its workspace; in their
 * own directories, tasks cannot meet. Chats do not wait for tasks, because a person does.
 */
export function createDirectories(deps: Deps) {
  const { workspaceStore, taskStore, taskWaitStore, chatStore, taskWaits, logger } = deps;
  const taken = new Set<Seat>();

  /** Where a worker is, one directory at a time. */
  function createSeat(worker: Worker) {
    let seat: Seat | null = null;

    function enter(path: string | null, isWhole = false): void {
      if (path === null) return;
      seat = { worker, path, isWhole, left: Promise.withResolvers() };
      taken.add(seat);
    }

    function leave(): void {
      if (seat === null) return;
      taken.delete(seat);
      seat.left.resolve();
      seat = null;
      try {
        letIn();
      } catch (error) {
        // The poll makes up for it.
        logger.warn("Tasks that wait for a directory cannot continue yet", { error });
      }
    }

    return { isAt: (path: string | null) => path === (seat?.path ?? null), enter, leave };
  }

  function inTheWay(path: string | null, isWhole = false): Seat[] {
    if (path === null) return [];
    return [...taken].filter((seat) => meet(seat, { path, isWhole }));
  }

  function waitFor(path: string | null, isWhole = false): Wait | null {
    const [other] = inTheWay(path, isWhole);
    if (!other) return null;
    const detail = nameOf(other.worker);
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
        /** The same for a whole directory tree, by its real path. */
        claimAll(path: string): Wait | null {
          seat.leave();
          const wait = waitFor(path, true);
          if (!wait) seat.enter(path, true);
          return wait;
        },
        leave: seat.leave,
      };
    },

    /**
     * For an answer in a chat: the directory, and the other work in it. It waits only for someone
     * who has claimed the whole tree.
     */
    async share(place: Place, id: ChatId) {
      const path = realPathOf(place);
      for (;;) {
        const holder = inTheWay(path).find(({ isWhole }) => isWhole);
        if (!holder) break;
        await holder.left.promise;
      }
      const others = inTheWay(path).map(({ worker }) => nameOf(worker));
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

function meet(one: Pick<Seat, "path" | "isWhole">, other: Pick<Seat, "path" | "isWhole">): boolean {
  if (one.path === other.path) return true;
  if (!one.isWhole && !other.isWhole) return false;
  return isIn(one.path, other.path) || isIn(other.path, one.path);
}

function isIn(path: string, directory: string): boolean {
  return path.startsWith(directory === "/" ? "/" : `${directory}/`);
}
