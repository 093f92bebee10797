import { expect, test } from "bun:test";
import { join } from "node:path";
import { ROOT } from "#support/malamar.ts";
import { KINDS } from "../faults/kinds/kinds.ts";

/** These need the right to mount a file system, which users other than root lack. */
const MOUNTING = [
  "data-disk-full",
  "temp-disk-full",
  "read-only-data",
  "data-turns-read-only",
  "read-only-temp",
];

/**
 * These work everywhere. With the others they cover each family; `npm run test:faults` has all
 * kinds.
 */
const EVERYWHERE = [
  "kill-server",
  "kill-cli",
  "freeze-server",
  "freeze-cli",
  "database-moved",
  "clock-jump",
  "stalled-streams",
  "many-connections",
  "cli-floods",
  "cli-forks",
  "cli-bad-answer",
  "cli-hangs",
  "cli-deaf",
  "kill-restore",
];

/** Each has a sibling of its family above. */
const LEFT_OUT = [
  "terminate",
  "database-removed",
  "cli-garbage",
  "cli-dies",
  "cli-endless-line",
  "cli-empty-answer",
  "cli-late-answer",
  "cli-exits",
  "cli-eats-stdin",
  "kill-making",
  "kill-checkpoint",
  "kill-removal",
  "kill-git",
  "foreign-locks",
  "projects-disk-full",
  "read-only-projects",
];

test("every kind of fault runs here or is left out by name", () => {
  const named = [...EVERYWHERE, ...MOUNTING, ...LEFT_OUT];
  expect(named.toSorted()).toEqual(Object.keys(KINDS).toSorted());
});

/** Takes about half a minute on an idle machine. */
const PATIENCE_MS = 180_000;

test(
  "faults of every family strike while people and agents work, and every promise holds",
  async () => {
    const kinds = [...EVERYWHERE, ...MOUNTING];
    const options = ["--faults", String(kinds.length), "--seed", "11", "--kinds", kinds.join(",")];
    const run = Bun.spawn([process.execPath, join(ROOT, "e2e/faults/main.ts"), ...options], {
      stdout: "pipe",
      stderr: "inherit",
    });
    const said = await new Response(run.stdout).text();
    expect(said).not.toContain("VIOLATION");
    expect(said).toContain("\n0 violations");
    const hasStruck = (kind: string) => new RegExp(`[ ,]${kind} \\d`).test(said);
    expect(EVERYWHERE.filter((kind) => !hasStruck(kind))).toEqual([]);
    // All of them or none: a mount that works once must not excuse the others.
    const skipped = MOUNTING.filter((kind) =>
      said.includes(`skipped ${kind}: needs a file system`),
    );
    expect(skipped).toEqual(MOUNTING.some(hasStruck) ? [] : MOUNTING);
    expect(MOUNTING.filter((kind) => !hasStruck(kind))).toEqual(skipped);
    expect(await run.exited).toBe(0);
  },
  PATIENCE_MS,
);
