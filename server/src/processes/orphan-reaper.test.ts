import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { newId } from "#lib/id.ts";
import { liveProcesses, until } from "#testing/live-processes.ts";
import { becomeSubreaper } from "./libc.ts";
import { reapOrphans } from "./orphan-reaper.ts";
import { linuxProcessTable } from "./process-table.ts";
import { spawnMarked } from "./process.ts";

const stateOf = (pid: number) => linuxProcessTable.read(pid)?.state;

/** A time that is later than any that this test can have seen. */
const LATER_MS = performance.now() + 60_000;

test("an orphan that has died is taken off the table, a living one is left alone", async () => {
  using live = liveProcesses();
  becomeSubreaper();
  const orphan = (name: string, then: string) =>
    `(sh -c 'echo $$ > ${live.path}/${name}; ${then}' &)`;
  const script = `${orphan("dead.pid", "exit 0")}; ${orphan("living.pid", "exec sleep 1000")}`;
  await Bun.spawn(["/bin/sh", "-c", script]).exited;
  const [dead, living] = [await live.pidOf("dead.pid"), await live.pidOf("living.pid")];
  await until(() => stateOf(dead) === "Z");

  reapOrphans();
  expect(stateOf(dead)).toBe("Z");
  reapOrphans(LATER_MS);
  expect(existsSync(`/proc/${dead}`)).toBe(false);
  expect(stateOf(living)).not.toBe("Z");
});

test("a child that we know Bun waits for is left to Bun, however long it has been dead", async () => {
  const mark = { runId: newId<string>(), installationId: "test" };
  const child = spawnMarked({ argv: ["/bin/sh", "-c", "exit 9"], env: {}, mark });
  while (stateOf(child.pid) !== "Z");
  reapOrphans();
  reapOrphans(LATER_MS);
  expect(stateOf(child.pid)).toBe("Z");
  expect(await child.exited).toBe(9);
});

test("a child that Bun waits for still reports its exit code", async () => {
  const children = Array.from({ length: 20 }, (_, code) => Bun.spawn(["sh", "-c", `exit ${code}`]));
  // Dead, and Bun does not know yet: no turn of the event loop since.
  while (!children.every(({ pid }) => stateOf(pid) === "Z"));
  reapOrphans();
  const codes = await Promise.all(children.map((child) => child.exited));
  reapOrphans(LATER_MS);
  expect(codes).toEqual(children.map((_, code) => code));
});
