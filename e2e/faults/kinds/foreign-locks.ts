import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { storeNow, worktreeOf, writeParts } from "../bench.ts";
import { always, type Fault } from "./fault.ts";
import { killAndStart } from "./kill-server.ts";

/** What a person's git holds while it works, or leaves when it is killed. */
const LOCKS = ["index", "HEAD", "config", "packed-refs", "refs/heads/main", "refs/stash"];

/**
 * A person's git holds locks. Whatever Malamar stores meanwhile needs none of them, and they stay,
 * also when it is killed and starts.
 */
export const foreignLocks: Fault = {
  obstacle: always,
  async strike({ world, client, places, random, number, violate }) {
    const { project, task } = places.bench;
    const locks = LOCKS.filter(() => random.below(2) === 0)
      .map((name) => join(project.repository, `${name}.lock`))
      .filter(isTaken);
    try {
      writeParts(worktreeOf(world, task)!.path, `As of ${number()}\n`);
      await storeNow(client, task);
      if (random.below(3) === 0) await killAndStart(world, random);
      for (const lock of locks.filter((path) => !existsSync(path))) violate(`${lock} was removed`);
    } finally {
      for (const lock of locks) rmSync(lock, { force: true });
    }
  },
};

/** Whether we hold it now, and nobody else. */
function isTaken(lock: string): boolean {
  try {
    writeFileSync(lock, "", { flag: "wx" });
    return true;
  } catch {
    return false;
  }
}
