import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { CheckRunStore } from "#domain/check/check-run-store.ts";
import type { WorktreeStore } from "#domain/worktree/worktree-store.ts";
import { ATTRIBUTES_PREFIX } from "#git/tree-attributes.ts";
import { DAY_MS, type Clock } from "#lib/clock.ts";
import type { Logger } from "#lib/logger.ts";

/** The index of a person's own checkout is only a way to be fast: unused for so long, it may go. */
const UNUSED_DAYS = 30;

/** Between two of these others have a turn. */
const SLICE = 500;

interface Deps {
  checkRunStore: Pick<CheckRunStore, "removeForgotten" | "unknownOf">;
  worktreeStore: Pick<WorktreeStore, "open">;
  dataDir: string;
  tempDir: string;
  clock: Clock;
  logger: Logger;
}

/** Our files whose owner is gone: outputs of commands, indexes of worktrees, what a kill left. */
export function createLeftovers(deps: Deps) {
  const { checkRunStore, worktreeStore, dataDir, tempDir, clock, logger } = deps;

  async function removeIn(
    directory: string,
    isStray: (names: readonly string[]) => Promise<readonly string[]>,
    isWanted: () => boolean,
  ): Promise<number> {
    const names = await readdir(directory).catch(() => []);
    let count = 0;
    for (let at = 0; at < names.length && isWanted(); at += SLICE) {
      for (const name of await isStray(names.slice(at, at + SLICE))) {
        const path = join(directory, name);
        await rm(path, { recursive: true, force: true }).then(
          () => count++,
          (error: unknown) => logger.warn("A file that nobody needs stays", { path, error }),
        );
      }
      await new Promise(setImmediate);
    }
    return count;
  }

  async function isOlder(path: string, days: number): Promise<boolean> {
    const found = await stat(path).catch(() => null);
    return found !== null && found.mtimeMs < Date.parse(clock()) - days * DAY_MS;
  }

  /** Outputs that no row names. */
  const removeOutputs = (isWanted: () => boolean) =>
    removeIn(
      join(dataDir, "checks"),
      async (names) => {
        const ids = names.flatMap((name) => /^([\w-]+)\.log$/.exec(name)?.[1] ?? []);
        return checkRunStore.unknownOf(ids).map((id) => `${id}.log`);
      },
      isWanted,
    );

  function removeIndexes(isWanted: () => boolean): Promise<number> {
    const directory = join(dataDir, "checkpoints");
    const open = new Set<string>(worktreeStore.open().map(({ id }) => id));
    const strays = async (names: readonly string[]) => {
      const found: string[] = [];
      for (const name of names) {
        const owner = /^([\w-]+)\.index(\.\w+)?$/.exec(name)?.[1];
        if (owner === undefined || open.has(owner)) continue;
        const isOfCheckout = /^[0-9a-f]{64}$/.test(owner);
        if (isOfCheckout && !(await isOlder(join(directory, name), UNUSED_DAYS))) continue;
        found.push(name);
      }
      return found;
    };
    return removeIn(directory, strays, isWanted);
  }

  function removeAttributes(isWanted: () => boolean): Promise<number> {
    const strays = async (names: readonly string[]) => {
      const ours = names.filter((name) => name.startsWith(ATTRIBUTES_PREFIX));
      const old = await Promise.all(ours.map((name) => isOlder(join(tempDir, name), 1)));
      return ours.filter((_, at) => old[at]);
    };
    return removeIn(tempDir, strays, isWanted);
  }

  let isPlanned = false;

  async function removeOutputsNow(): Promise<void> {
    try {
      isPlanned = false;
      checkRunStore.removeForgotten();
      await removeOutputs(() => true);
    } catch (error) {
      logger.warn("Outputs of a deleted task stay until the next cleanup", { error });
    }
  }

  return {
    /** A task is gone, or several: what was printed for it can be private. */
    removeOutputsSoon(): void {
      if (isPlanned) return;
      isPlanned = true;
      setImmediate(() => void removeOutputsNow());
    },

    /** For the cleanup. */
    async remove(isWanted: () => boolean): Promise<number> {
      checkRunStore.removeForgotten();
      return (
        (await removeOutputs(isWanted)) +
        (await removeIndexes(isWanted)) +
        (await removeAttributes(isWanted))
      );
    },
  };
}

export type Leftovers = ReturnType<typeof createLeftovers>;
