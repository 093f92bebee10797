import {
  isDescendant,
  processesIn,
  processesWith,
  variablesOf,
  type Process,
} from "#support/processes.ts";
import { until } from "#support/until.ts";
import type { World } from "../world.ts";
import { named, type Invariant } from "./invariant.ts";

/**
 * Malamar adopts every descendant that loses its parent, so all others are from an earlier process.
 */
export const noOrphans: Invariant = ({ world }) => {
  world.noteInstallation();
  const { pid } = world.server();
  return gone("Processes without a run", () =>
    allOf(world).filter((process) => !isDescendant(process, pid)),
  );
};

/** Nobody works, so nothing runs. */
export const noProcesses: Invariant = ({ world }) =>
  gone("Processes that nobody needs", () => allOf(world));

/**
 * What ends is gone within this time; a process whose parent ends while we look is found a moment
 * later.
 */
const PATIENCE_MS = 5000;

async function gone(what: string, find: () => Process[]): Promise<string[]> {
  try {
    await until(() => find().length === 0, "they are gone", PATIENCE_MS);
    return [];
  } catch {
    const left = find().map((process) => ({ ...process, run: runOf(process) }));
    return named(what, left);
  }
}

/** The run that it names as its own, if any. */
function runOf({ pid }: Process): string | null {
  const variable = variablesOf(pid).find((text) => text.startsWith("MALAMAR_RUN_ID="));
  return variable?.split("=")[1] ?? null;
}

function allOf(world: World): Process[] {
  const found = [...processesIn(world.home.dir), ...processesWith(world.installations)];
  const byPid = new Map(found.map((process) => [process.pid, process]));
  byPid.delete(world.server().pid);
  return [...byPid.values()];
}
