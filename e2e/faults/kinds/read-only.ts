import { until } from "#support/until.ts";
import {
  cover,
  makeCoverReadOnly,
  mountObstacle,
  remount,
  unmount,
} from "#long-runs/private-mounts.ts";
import type { World } from "#long-runs/world.ts";
import type { Fault } from "./fault.ts";

const READ_ONLY_MS = [100, 700] as const;
/** A writer keeps the disk from becoming read-only; it is done soon. */
const PATIENCE_MS = 3000;

/**
 * A data directory that became read-only while Malamar was down: Malamar says so and does not
 * start.
 */
export const readOnlyData: Fault = {
  obstacle: mountObstacle,
  async strike({ world, client, random, violate }) {
    await client.whileStorageFails(async () => {
      await world.end(random.below(2) === 0 ? "SIGKILL" : "SIGTERM");
      // The system may release a killed process's open files slightly after the process.
      if (await whenNobodyWrites(() => remount(world.dataDir, "ro"))) {
        const { code, said } = await launched(world);
        remount(world.dataDir, "rw");
        const isSentence = !/\n\s+at /.test(said) && said.includes(world.dataDir);
        if (code !== 1 || !isSentence) violate(`On a read-only disk it ends with ${code}: ${said}`);
      } else {
        violate("The data directory cannot be remounted");
      }
      await world.start();
    });
  },
};

async function launched(world: World): Promise<{ code: number | null; said: string }> {
  const child = world.launch();
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  }
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, said };
}

/**
 * The data directory turns read-only while the server runs: nothing in it can be opened for writing
 * anymore, and no transcript can begin. The server can still write to what it has open; no system
 * can remount below that. One in four servers is stopped meanwhile.
 */
export const dataTurnsReadOnly: Fault = {
  obstacle: mountObstacle,
  keepsFiles: true,
  async strike({ world, client, random, violate }) {
    await client.whileStorageFails(async () => {
      const isEnded = random.below(4) === 0;
      cover(world.dataDir);
      try {
        await whenNobodyWrites(() => makeCoverReadOnly(world.dataDir));
        await Bun.sleep(random.between(...READ_ONLY_MS));
        const code = isEnded ? await world.end("SIGTERM") : 0;
        if (code !== 0) violate(`On a disk that turned read-only it ends with ${code}`);
      } finally {
        unmount(world.dataDir);
      }
      if (isEnded) await world.start();
    });
  },
};

/** CLIs get no input and uploads fail, while the server keeps running. */
export const readOnlyTemp = turnsReadOnly((world) => world.tempDir);

/** Nothing can be stored in people's repositories for a while. */
export const readOnlyProjects = turnsReadOnly((world) => world.projectsDir);

function turnsReadOnly(dirOf: (world: World) => string): Fault {
  return {
    obstacle: mountObstacle,
    async strike({ world, client, random }) {
      const dir = dirOf(world);
      await client.whileStorageFails(async () => {
        const isReadOnly = await whenNobodyWrites(() => remount(dir, "ro"));
        if (isReadOnly) await Bun.sleep(random.between(...READ_ONLY_MS));
        remount(dir, "rw");
      });
    },
  };
}

async function whenNobodyWrites(attempt: () => boolean): Promise<boolean> {
  return await until(attempt, "nothing writes there", PATIENCE_MS).catch(() => false);
}
