import type { Wait } from "#domain/task/task-wait-store.ts";
import { freeMbAt } from "#lib/free-mb.ts";

interface Deps {
  /** Where runs write: transcripts, and the files of agents. */
  dataDir: string;
  tempDir: string;
  minFreeMb: () => number;
  /** Called with the space left on the data disk, once it fills up. */
  onLow: (freeMb: number) => void;
  freeMb?: (directory: string) => number;
}

/** Whether there is space for another run. */
export function createFreeSpace(deps: Deps) {
  const { dataDir, tempDir, minFreeMb, onLow, freeMb = freeMbOf } = deps;

  /** What is too full, in a sentence; null if there is space. */
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

    /** Checked now and then: on a disk that is already full, it is too late to act. */
    look(): void {
      const free = freeMb(dataDir);
      if (free < LOW_MB) onLow(free);
    },

    /** The wait of a task that cannot start now. */
    wait(): Wait | null {
      const detail = problem();
      if (detail === null) return null;
      return { reason: "disk", engine: null, agent_id: null, detail, until: null };
    },
  };
}

/** Below this, a disk is filling up. */
const LOW_MB = 4096;

export type FreeSpace = ReturnType<typeof createFreeSpace>;

function freeMbOf(directory: string): number {
  try {
    return freeMbAt(directory);
  } catch {
    // If the free space is unknown, nothing is held back: the run itself will report the problem.
    return Number.POSITIVE_INFINITY;
  }
}
