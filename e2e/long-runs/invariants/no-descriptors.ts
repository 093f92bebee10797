import { readdirSync, readlinkSync } from "node:fs";
import { until } from "#support/until.ts";
import type { World } from "../world.ts";
import { named, type Invariant } from "./invariant.ts";

type Level = Readonly<Record<string, number>>;

/**
 * Whatever closes on its own closes within this time. With thousands of connections at once, the
 * system may lose the notice of a close, and repeats it after one, two, four … seconds.
 */
const PATIENCE_MS = 90_000;

/** Compared with a server that has just started and is idle. */
export function createNoDescriptors(atRest: Level): Invariant {
  return async ({ world }) => {
    const beyond = () => excess(levelOf(world), atRest);
    try {
      await until(() => beyond().length === 0, "they are closed", PATIENCE_MS);
      return [];
    } catch {
      return named("Descriptors beyond the level at rest", beyond());
    }
  };
}

/** How many of each kind the server has open. */
export function levelOf(world: World): Level {
  const { pid } = world.server();
  const level: Record<string, number> = {};
  for (const descriptor of readdirSync(`/proc/${pid}/fd`)) {
    const kind = kindOf(targetOf(`/proc/${pid}/fd/${descriptor}`), world);
    level[kind] = (level[kind] ?? 0) + 1;
  }
  return level;
}

function excess(level: Level, atRest: Level): { kind: string; open: number; atRest: number }[] {
  return Object.entries(level)
    .map(([kind, open]) => ({ kind, open, atRest: atRest[kind] ?? 0 }))
    .filter(({ open, atRest: usual }) => open > usual);
}

/** Sockets, pipes and the like have a number behind a colon; for files the path counts. */
function kindOf(target: string, { dataDir, tempDir }: World): string {
  if (target.startsWith(dataDir)) return target.slice(dataDir.length);
  if (target.startsWith(tempDir)) return target;
  return target.replace(/:\[\d+\]$/, "");
}

function targetOf(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return "closed meanwhile";
  }
}
