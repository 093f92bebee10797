import type { Wait } from "#domain/task/task-wait-store.ts";
import { freeMbAt } from "#lib/free-mb.ts";

interface Deps {
  /** Where runs write: their transcripts, and the files of agents. */
  dataDir: string;
  tempDir: string;
  minFreeMb: () => number;
  /** Told how much is left on the disk of the data, once it fills up. */
  onLow: (freeMb: number) => void;
  freeMb?: (directory: string) => number;
}

/** Whether there is room for another run. */
export function createFreeSpace(deps: Deps) {
  const { dataDir, tempDir, minFreeMb, onLow, freeMb = freeMbOf } = deps;

  /** What is too full, in a sentence; null when there is room. */
  function problem(): string | null {
    const wanted = minFreeMb();
    if (wanted === 0) return null;
    for (const directory of [dataDir, tempDir]) {
      const free = freeMb(directory);
      if (free < wanted) return `${directory} has ${free} MB free, ${wanted} are wanted`;
    }
    return null;
  }

  return {
    problem,

    /** Looked at now and then: who is told of a full disk when it is full has no room to act. */
    look(): void {
      const free = freeMb(dataDir);
      if (free < LOW_MB) onLow(free);
    },

    /** What a task waits for that cannot be begun now. */
    wait(): Wait | null {
      const detail = problem();
      if (detail === null) return null;
      return { reason: "disk", engine: null, agent_id: null, detail, until: null };
    },
  };
}

/** A disk below this fills up. */
const LOW_MB = 4096;

export type FreeSpace = ReturnType<typeof createFreeSpace>;

function freeMbOf(directory: string): number {
  try {
    return freeMbAt(directory);
  } catch {
    // What cannot be asked is not held against anybody: the run itself will say what is wrong.
    return Number.POSITIVE_INFINITY;
  }
}
