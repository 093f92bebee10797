import { rmSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";

/** Enough for the write-ahead log of a deletion, however much is deleted with it. */
const MOST_MB = 32;
const MEGABYTE = Buffer.alloc(1024 * 1024);

/**
 * Space reserved for the day the disk is full: deleting must still work then. It is freed only when
 * the disk fills up.
 */
export function createReserve(dataDir: string) {
  const path = join(dataDir, "reserve");
  let isKeeping = false;

  function heldMb(): number {
    return Math.floor((statSync(path, { throwIfNoEntry: false })?.size ?? 0) / MEGABYTE.length);
  }

  async function take(megabytes: number): Promise<void> {
    if (megabytes <= 0) return;
    const file = await open(path, "a", 0o600);
    try {
      // Written zeros take space; a hole in a file does not.
      for (let taken = 0; taken < megabytes; taken++) await file.write(MEGABYTE);
    } finally {
      await file.close();
    }
  }

  return {
    /**
     * Takes some of the space while there is any: at most half of it, because others need it too.
     */
    async keep(freeMb: number): Promise<void> {
      if (isKeeping) return;
      isKeeping = true;
      try {
        await take(Math.min(MOST_MB - heldMb(), Math.floor(freeMb / 2)));
      } catch {
        // The disk has filled up in the meantime, or is read-only. What was reserved so far is
        // kept.
      } finally {
        isKeeping = false;
      }
    },

    /** Frees the space; false when there is none. */
    spend(): boolean {
      if (isKeeping || heldMb() === 0) return false;
      rmSync(path, { force: true });
      return true;
    },
  };
}
