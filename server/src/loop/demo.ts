import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { WorkspaceId } from "@malamar/contract/ids.ts";
import type { Actor } from "#domain/actor/actor.ts";
import type { ChatStore } from "#domain/chat/chat-store.ts";
import type { TaskStore } from "#domain/task/task-store.ts";
import type { WorkspaceStore } from "#domain/workspace/workspace-store.ts";
import type { UnitOfWork } from "#events/unit-of-work.ts";
import type { EraseRepository } from "#repository/erase-repository.ts";
import type { StopFirst } from "./stop-first.ts";

/** Makes the workspace with its team and its tasks. */
type MakeWorkspace = (actor: Actor) => WorkspaceId;

/** Makes the repository that the team works in, at this path, and returns what makes the rest. */
export type PrepareDemo = (path: string) => Promise<MakeWorkspace>;

interface Deps {
  /** Loaded on first use: most people never need it. */
  loadDemo: () => Promise<PrepareDemo>;
  unit: UnitOfWork;
  workspaceStore: WorkspaceStore;
  taskStore: TaskStore;
  chatStore: ChatStore;
  stopFirst: Pick<StopFirst, "removeWorkspace">;
  eraseRepository: EraseRepository;
  dataDir: string;
  tempDir: string;
}

const ALL = -1;

/** A team at work in this very Malamar, without a model. It leaves no trace. */
export function createDemo(deps: Deps) {
  const { loadDemo, unit, workspaceStore, taskStore, chatStore, stopFirst } = deps;
  const { eraseRepository, dataDir, tempDir } = deps;
  // Not in a temporary folder, whose files are deleted eventually.
  const repository = join(dataDir, "demo");
  const inTurn = createTurns();

  return {
    /** The existing one, or a new one. */
    start: (actor: Actor): Promise<{ id: WorkspaceId; isNew: boolean }> =>
      inTurn(async () => {
        const there = workspaceStore.demo();
        if (there !== null) return { id: there, isNew: false };
        await eraseRest();
        const prepare = await loadDemo();
        const make = await prepare(repository);
        return unit(() => {
          const id = make(actor);
          workspaceStore.update({ ...workspaceStore.get(id)!, is_demo: true });
          return { id, isNew: true };
        });
      }),

    /** With what its agents wrote, wherever Malamar gave them room. */
    remove: (actor: Actor): Promise<void> =>
      inTurn(async () => {
        const id = workspaceStore.demo();
        if (id !== null) await removeWorkspace(actor, id);
        await eraseRepository(repository);
      }),

    /** For a start. */
    async recover(): Promise<void> {
      if (workspaceStore.demo() === null) await eraseRest();
    },
  };

  async function removeWorkspace(actor: Actor, id: WorkspaceId): Promise<void> {
    const places = [
      ...taskStore.someIds(id, ALL).map((task) => `malamar_task_${task}`),
      ...chatStore.list(id, {}).map((chat) => `malamar_chat_${chat.id}`),
    ];
    await stopFirst.removeWorkspace(actor, id);
    await removeFiles(tempDir, places);
  }

  /** Of a demo whose workspace is gone: after a crash, or deleted like any other. */
  async function eraseRest(): Promise<void> {
    if (existsSync(repository)) await eraseRepository(repository);
  }
}

export type Demo = ReturnType<typeof createDemo>;

/** Whoever comes while something is active waits for its end. */
function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
}

/** Anything that begins like one of these: no other name contains an id. */
async function removeFiles(dir: string, beginnings: readonly string[]): Promise<void> {
  const names = await readdir(dir).catch(() => []);
  const theirs = names.filter((name) => beginnings.some((place) => name.startsWith(place)));
  await Promise.all(theirs.map((name) => rm(join(dir, name), { recursive: true, force: true })));
}
