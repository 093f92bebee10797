import { expect, test } from "bun:test";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { isAlive, until } from "#testing/live-processes.ts";
import { tempDir } from "#testing/temp-dir.ts";
import { parseProcessList } from "./process-table-macos.ts";
import { linuxProcessTable } from "./process-table.ts";

test("a process is read whatever its name contains", async () => {
  using dir = tempDir();
  const program = join(dir.path, "a) Z (1 2");
  copyFileSync("/bin/sleep", program);
  const child = Bun.spawn([program, "1000"], { env: { COLOUR: "light blue", EMPTY: "" } });
  try {
    await until(() => linuxProcessTable.read(child.pid)?.name === "a) Z (1 2");
    expect(linuxProcessTable.read(child.pid)).toEqual({
      pid: child.pid,
      startTime: expect.stringMatching(/^\d+$/),
      parent: process.pid,
      group: expect.any(Number),
      state: expect.stringMatching(/^[RSD]$/),
      name: "a) Z (1 2",
    });
    // While a process turns into another program it has the new name, but no variables yet.
    await until(() => linuxProcessTable.variablesOf(child.pid).includes("COLOUR=light blue"));
    expect(linuxProcessTable.childrenOf(process.pid)).toContain(child.pid);
    expect(linuxProcessTable.all()).toContain(child.pid);
  } finally {
    child.kill("SIGKILL");
    await child.exited;
  }
  expect(isAlive(child.pid)).toBe(false);
  expect(linuxProcessTable.read(child.pid)).toBeNull();
  expect(linuxProcessTable.childrenOf(child.pid)).toEqual([]);
  expect(linuxProcessTable.variablesOf(child.pid)).toEqual([]);
});

test("the output of ps on macOS is understood as its manual describes it", () => {
  const table = parseProcessList(
    [
      "    1     0     1 Ss   Sun Nov 15 10:08:00 2026     /sbin/launchd",
      "  501     1   501 S+   Sun Nov 15 10:09:12 2026     /usr/local/bin/node cli.js HOME=/Users/a MALAMAR_RUN_ID=r",
      "  502   501   501 Z    Sun Nov 15 10:09:13 2026     (sh)",
      "",
    ].join("\n"),
  );
  expect(table.all()).toEqual([1, 501, 502]);
  expect(table.childrenOf(501)).toEqual([502]);
  expect(table.variablesOf(501)).toContain("MALAMAR_RUN_ID=r");
  expect(table.read(501)).toEqual({
    pid: 501,
    startTime: "Sun Nov 15 10:09:12 2026",
    parent: 1,
    group: 501,
    state: "S",
    name: "node",
  });
});
