import { expect, test } from "bun:test";

test("zod compiles nothing that the policy of the page would refuse", () => {
  // In a process of its own: here, someone else may have fetched zod before.
  const script =
    'await import("./zod-config.ts"); console.log((await import("zod")).config().jitless);';
  const { stdout } = Bun.spawnSync([process.execPath, "-e", script], { cwd: import.meta.dir });
  expect(stdout.toString()).toBe("true\n");
});
