import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { WorkspaceId } from "@malamar/contract/ids.ts";
import type { Actor } from "#domain/actor/actor.ts";
import type { ChatStore } from "#domain/chat/chat-store.ts";
import type { TaskStore } from "#domain/task/task-store.ts";
import type { WorkspaceStore } from "#domain/workspace/workspace-store.ts";
import type { UnitOfWork } from "#events/unit-of-work.ts";
import type { StopFirst } from "./stop-first.ts";

/** Makes the workspace with its team and its tasks. */
export type MakeDemo = (actor: Actor) => WorkspaceId;

interface Deps {
  /** Loaded on first use: most people never need it. */
  loadDemo: () => Promise<MakeDemo>;
  unit: UnitOfWork;
  workspaceStore: WorkspaceStore;
  taskStore: TaskStore;
  chatStore: ChatStore;
  stopFirst: Pick<StopFirst, "removeWorkspace">;
  tempDir: string;
}

const ALL = -1;

/** A team at work in this very Malamar, without a model. It leaves no trace. */
export function createDemo(deps: Deps) {
  const { loadDemo, unit, workspaceStore, taskStore, chatStore, stopFirst, tempDir } = deps;
  let removing: Promise<void> | null = null;

  return {
    /** The existing one, or a new one. */
    async start(actor: Actor): Promise<{ id: WorkspaceId; isNew: boolean }> {
      const make = await loadDemo();
      // One that is about to go is not there.
      await removing;
      return unit(() => {
        const there = workspaceStore.demo();
        if (there !== null) return { id: there, isNew: false };
        const id = make(actor);
        workspaceStore.update({ ...workspaceStore.get(id)!, is_demo: true });
        return { id, isNew: true };
      });
    },

    /** Whoever asks while it is already going waits for the same end. */
    remove: (actor: Actor): Promise<void> =>
      (removing ??= remove(actor).finally(() => (removing = null))),
  };

  /** With what its agents wrote, wherever Malamar gave them room. */
  async function remove(actor: Actor): Promise<void> {
    const id = workspaceStore.demo();
    if (id === null) return;
    const places = [
      ...taskStore.someIds(id, ALL).map((task) => `malamar_task_${task}`),
      ...chatStore.list(id, {}).map((chat) => `malamar_chat_${chat.id}`),
    ];
    await stopFirst.removeWorkspace(actor, id);
    await removeFiles(tempDir, places);
  }
}

export type Demo = ReturnType<typeof createDemo>;

/** Anything that begins like one of these: no other name contains an id. */
async function removeFiles(dir: string, beginnings: readonly string[]): Promise<void> {
  const names = await readdir(dir).catch(() => []);
  const theirs = names.filter((name) => beginnings.some((place) => name.startsWith(place)));
  await Promise.all(theirs.map((name) => rm(join(dir, name), { recursive: true, force: true })));
}
