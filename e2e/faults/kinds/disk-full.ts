import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { Database } from "bun:sqlite";
import { mountObstacle } from "#long-runs/private-mounts.ts";
import type { World } from "#long-runs/world.ts";
import type { Fault } from "./fault.ts";

/** Long enough for everybody to notice. */
const FULL_MS = [100, 900] as const;

/** No room for the database and the transcripts. One in four servers is killed meanwhile. */
export const dataDiskFull = diskFull((world) => world.dataDir, "SIGKILL");

/** No room for what CLIs are given and answer, and for uploads. */
export const tempDiskFull = diskFull((world) => world.tempDir, "SIGTERM");

function diskFull(dirOf: (world: World) => string, end: NodeJS.Signals): Fault {
  return {
    obstacle: mountObstacle,
    async strike({ world, client, random, violate }) {
      const ballast = join(dirOf(world), "malamar_ballast");
      await client.whileStorageFails(async () => {
        // Somebody who reads keeps the log of changes from being used again from its beginning.
        using reader = readAlong(world);
        fill(ballast);
        await Bun.sleep(random.between(...FULL_MS));
        reader.close();
        const isEnded = random.below(4) === 0;
        const code = isEnded ? await world.end(end) : null;
        rmSync(ballast);
        if (!isEnded) return;
        if (end === "SIGTERM" && code === null) violate("It could not be stopped on a full disk");
        await world.start();
      });
    },
  };
}

function readAlong({ dataDir }: World): Database {
  const reader = new Database(join(dataDir, "malamar.db"), { readonly: true });
  reader.run("BEGIN");
  reader.query("SELECT count(*) FROM tasks").get();
  return reader;
}

/** To the last byte. */
function fill(path: string): void {
  const file = openSync(path, "w");
  try {
    for (const size of [1 << 20, 1 << 12]) {
      const block = Buffer.alloc(size);
      while (writeSome(file, block) === size);
    }
  } finally {
    closeSync(file);
  }
}

function writeSome(file: number, block: Buffer): number {
  try {
    return writeSync(file, block);
  } catch {
    return 0;
  }
}
