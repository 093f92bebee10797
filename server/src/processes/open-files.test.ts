import { expect, test } from "bun:test";
import { join } from "node:path";

const SCRIPT = `
  import { readFileSync } from "node:fs";
  import { raiseOpenFileLimit } from "${join(import.meta.dir, "open-files.ts")}";
  import { spawnMarked } from "${join(import.meta.dir, "process.ts")}";
  raiseOpenFileLimit();
  const mark = { runId: "run", installationId: "here" };
  const child = spawnMarked({ argv: ["/bin/sleep", "60"], env: {}, mark });
  const limits = (pid) => readFileSync("/proc/" + pid + "/limits", "utf8").match(/open files +(\\d+) +(\\d+)/).slice(1);
  console.log(JSON.stringify([limits("self"), limits(child.pid)]));
  child.kill("SIGKILL");
`;

test.skipIf(process.platform !== "linux")(
  "this process may have as many files open as the system allows, and its children as many as before",
  async () => {
    const command = 'ulimit -Sn 300; ulimit -Hn 900; "$0" -e "$1"; exit $?';
    const shell = Bun.spawn(["/bin/sh", "-c", command, process.execPath, SCRIPT], {
      env: {},
      stdout: "pipe",
      stderr: "inherit",
    });
    expect(JSON.parse(await new Response(shell.stdout).text())).toEqual([
      ["900", "900"],
      ["300", "900"],
    ]);
    expect(await shell.exited).toBe(0);
  },
);
