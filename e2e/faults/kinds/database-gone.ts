import { readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { launchMalamar } from "#support/malamar.ts";
import { until } from "#support/until.ts";
import type { World } from "#long-runs/world.ts";
import { always, type Fault } from "./fault.ts";

/** What the product promises. */
const NOTICED_MS = 5000;

/** Someone moves the database away while everyone is working, and puts it back. */
export const databaseMoved: Fault = {
  obstacle: always,
  async strike({ world, client, violate }) {
    const path = join(world.dataDir, "malamar.db");
    await client.whileStorageFails(async () => {
      renameSync(path, `${path}.moved`);
      await notices(world, "removed").catch(() => violate("A moved database was not noticed"));
      renameSync(`${path}.moved`, path);
      await notices(world, null).catch(() => violate("A database that is back was not noticed"));
    });
  },
};

/** Someone removes it for good: stopping saves what Malamar holds, and a restore recovers it. */
export const databaseRemoved: Fault = {
  obstacle: always,
  async strike({ world, client, violate }) {
    await client.whileStorageFails(async () => {
      rmSync(join(world.dataDir, "malamar.db"));
      await notices(world, "removed").catch(() => violate("A removed database was not noticed"));
      const code = await world.end("SIGTERM");
      if (code !== 0) violate(`Without its database it ends with ${code}`);
      const copies = rescued(world);
      if (copies.length !== 1) violate(`There are ${copies.length} copies of a removed database`);
      const restored = await restore(world, copies[0]!);
      if (restored !== 0) violate(`The restore of the copy ends with ${restored}`);
      for (const name of copies) rmSync(join(world.dataDir, name));
      await world.start();
    });
  },
};

async function notices(world: World, trouble: string | null): Promise<void> {
  await until(
    async () => {
      const response = await fetch(`${world.server().url}/api/database`, { keepalive: false });
      return ((await response.json()) as { trouble: string | null }).trouble === trouble;
    },
    `the trouble is ${trouble}`,
    NOTICED_MS,
  );
}

function rescued({ dataDir }: World): string[] {
  return readdirSync(dataDir).filter((name) => name.startsWith("malamar.rescued-"));
}

async function restore(world: World, name: string): Promise<number | null> {
  const args = ["restore", join(world.dataDir, name), "--trust"];
  const { child } = launchMalamar({ home: world.home, args });
  return new Promise((resolve) => child.once("close", resolve));
}
