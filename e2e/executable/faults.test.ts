import { expect, test } from "bun:test";
import { join } from "node:path";
import { ROOT } from "#support/malamar.ts";

/** Each family of faults; `npm run test:faults` has all kinds, as often as one likes. */
const KINDS = [
  "kill-server",
  "terminate",
  "kill-cli",
  "freeze-server",
  "freeze-cli",
  "data-disk-full",
  "temp-disk-full",
  "read-only-data",
  "data-turns-read-only",
  "read-only-temp",
  "clock-jump",
  "stalled-streams",
  "many-connections",
  "cli-floods",
  "cli-forks",
  "cli-garbage",
  "cli-bad-answer",
  "cli-dies",
  "cli-hangs",
  "cli-deaf",
];

/** It takes a quarter of a minute, on a machine that does nothing else. */
const PATIENCE_MS = 180_000;

test(
  "faults of every family strike while people and agents work, and every promise holds",
  async () => {
    const options = ["--faults", String(KINDS.length), "--seed", "11", "--kinds", KINDS.join(",")];
    const run = Bun.spawn([process.execPath, join(ROOT, "e2e/faults/main.ts"), ...options], {
      stdout: "pipe",
      stderr: "inherit",
    });
    const said = await new Response(run.stdout).text();
    expect(said).not.toContain("VIOLATION");
    expect(said).toContain("\n0 violations");
    // Without the right to mount a file system, some of them cannot strike; they are named.
    for (const kind of KINDS) expect(said).toMatch(new RegExp(`skipped ${kind}:|[ ,]${kind} \\d`));
    expect(await run.exited).toBe(0);
  },
  PATIENCE_MS,
);
