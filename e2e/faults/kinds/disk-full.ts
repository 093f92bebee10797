import { closeSync, existsSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { Database } from "bun:sqlite";
import { idIn, isOk, type Client } from "#long-runs/client.ts";
import { mountObstacle } from "#long-runs/private-mounts.ts";
import type { World } from "#long-runs/world.ts";
import type { Fault } from "./fault.ts";

/** Long enough for everyone to notice. */
const FULL_MS = [100, 900] as const;

/** No room for the database and the transcripts. One in four servers is killed meanwhile. */
export const dataDiskFull = diskFull((world) => world.dataDir, "SIGKILL");

/** No room for CLI input, answers and uploads. */
export const tempDiskFull = diskFull((world) => world.tempDir, "SIGTERM");

/** No room in people's repositories. */
export const projectsDiskFull = diskFull((world) => world.projectsDir, "SIGKILL");

function diskFull(dirOf: (world: World) => string, end: NodeJS.Signals): Fault {
  return {
    obstacle: mountObstacle,
    async strike({ world, client, random, violate }) {
      const ballast = join(dirOf(world), "malamar_ballast");
      const unwanted = await unwantedWorkspace(world, client);
      await client.whileStorageFails(async () => {
        // A reader keeps the write-ahead log from being reused from its start.
        using reader = readAlong(world);
        fill(ballast);
        await Bun.sleep(random.between(...FULL_MS));
        if (unwanted !== null && !(await isDeleted(client, unwanted))) {
          violate("A workspace could not be deleted on a full disk");
        }
        // Now, not when its statements are garbage collected.
        reader.close(true);
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

/** One to delete. null while Malamar has reserved no room for it, or cannot be asked. */
async function unwantedWorkspace(world: World, client: Client): Promise<string | null> {
  if (!existsSync(join(world.dataDir, "reserve"))) return null;
  const answer = await client.send("POST", "/api/workspaces", { title: "Unwanted" });
  return isOk(answer) ? idIn(answer) : null;
}

async function isDeleted(client: Client, id: string): Promise<boolean> {
  const answer = await client.send("DELETE", `/api/workspaces/${id}`);
  // Nobody knows what happened to a request without an answer.
  return answer === null || isOk(answer);
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
