import { expect, test } from "bun:test";
import { Database } from "bun:sqlite";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { ownRecord } from "#app/running-server.ts";
import { stopServer } from "#commands/stop.ts";
import { loadConfig } from "#config/config.ts";
import { databasePath } from "#data-directory/data-directory.ts";
import { lockDataDirectory } from "#data-directory/data-lock.ts";
import type { ServerRecord } from "#data-directory/server-record.ts";
import { messageOf } from "#lib/app-error.ts";
import { linuxProcessTable } from "#processes/process-table.ts";
import { dataDirectory } from "#testing/backup-files.ts";
import { malamar } from "#testing/run-malamar.ts";
import { runningMalamar } from "#testing/running-malamar.ts";
import { tempDir } from "#testing/temp-dir.ts";

const recordIn = (dataDir: string) => join(dataDir, "server.json");

async function forge(dataDir: string, changes: Partial<ServerRecord>): Promise<void> {
  const { config } = loadConfig(new Map([["data-dir", dataDir]]), {});
  writeFileSync(recordIn(dataDir), JSON.stringify({ ...(await ownRecord(config)), ...changes }));
}

test("status reports where the server is and what it does, and exits with 0", async () => {
  using dir = tempDir();
  await using server = await runningMalamar({ dir: dir.path });
  const dataDir = join(dir.path, "data");
  const { stdout, code } = await malamar(["status", "--data-dir", dataDir]);
  expect(code).toBe(0);
  expect(stdout.replace(/^since .+$/m, "since")).toBe(
    [
      "Malamar is running.",
      "",
      `pid             ${server.pid}`,
      `address         ${server.url}`,
      "version         0.1.0",
      `data directory  ${dataDir}`,
      `log             ${dataDir}/logs`,
      "since",
      "active runs     0",
      "paused          nothing",
      "",
    ].join("\n"),
  );
  expect(stdout).toMatch(/^since {11}\d{4}-\d\d-\d\dT[\d:.]+Z \(less than a minute\)$/m);

  const pause = (path: string) =>
    fetch(server.url + path, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ is_paused: true }),
    });
  const paused = async () => {
    const status = await malamar(["status"], { MALAMAR_DATA_DIR: dataDir });
    return /^paused {10}(.+)$/m.exec(status.stdout)?.[1];
  };
  const workspaces = await fetch(`${server.url}/api/workspaces`);
  const [{ id }] = (await workspaces.json()) as [{ id: string }];
  await pause(`/api/workspaces/${id}`);
  expect(await paused()).toBe("1 workspace");
  await pause("/api/settings");
  expect(await paused()).toBe("all tasks");
});

test("status counts the active runs", async () => {
  using dir = tempDir();
  await using server = await runningMalamar({ dir: dir.path });
  const dataDir = join(dir.path, "data");
  const db = new Database(databasePath(dataDir));
  const { id } = db.query<{ id: string }, []>("SELECT id FROM workspaces").get()!;
  db.run(
    `INSERT INTO runs (id, workspace_id, agent_name, cli_type, status, started_at)
     VALUES ('run', ?, 'Planner', 'claude', 'running', '2026-01-01T00:00:00.000Z')`,
    [id],
  );
  db.close();
  const { stdout } = await malamar(["status", "--data-dir", dataDir]);
  expect(stdout).toContain(server.url);
  expect(stdout).toMatch(/^active runs {5}1$/m);
});

test("without a server status exits with 3 and touches nothing", async () => {
  using dir = tempDir();
  const never = join(dir.path, "never");
  const stopped = await dataDirectory(join(dir.path, "stopped"), "Website");
  const before = readdirSync(stopped);
  for (const dataDir of [never, stopped]) {
    const { stdout, code } = await malamar(["status", "--data-dir", dataDir]);
    expect(stdout).toBe(`Malamar is not running on the data directory ${dataDir}.\n`);
    expect(code).toBe(3);
  }
  expect(existsSync(never)).toBe(false);
  expect(readdirSync(stopped)).toEqual(before);
});

test("stop ends the server cleanly, waits for that, and says so", async () => {
  using dir = tempDir();
  await using server = await runningMalamar({ dir: dir.path });
  const dataDir = join(dir.path, "data");
  const { stdout, code } = await malamar(["stop", "--data-dir", dataDir]);
  expect(stdout).toBe(`Malamar (pid ${server.pid}) has stopped.\n`);
  expect(code).toBe(0);
  const log = readFileSync(join(dataDir, "logs/malamar.log"), "utf8");
  expect(log.trim().split("\n").at(-1)).toEndWith("Malamar has stopped");
  expect(existsSync(recordIn(dataDir))).toBe(false);

  const again = await malamar(["stop", "--data-dir", dataDir]);
  expect(again.stdout).toBe(`Malamar is not running on the data directory ${dataDir}.\n`);
  expect(again.code).toBe(0);
});

/** A process that is not ours to end, and reports whether someone tried. */
async function bystander(before: string) {
  const script = `
    ${before}
    process.on("SIGTERM", () => console.log("asked to stop"));
    console.log("ready");
    setInterval(() => {}, 1000);
  `;
  const child = Bun.spawn([process.execPath, "-e", script], { stdout: "pipe" });
  const reader = child.stdout.getReader();
  const decoder = new TextDecoder();
  const said = async () => decoder.decode((await reader.read()).value);
  expect(await said()).toBe("ready\n");
  return {
    pid: child.pid,
    start_time: linuxProcessTable.read(child.pid)!.startTime,
    /** Its output since then, to its end. */
    async killed(): Promise<string> {
      child.kill("SIGKILL");
      let rest = "";
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        rest += decoder.decode(part.value);
      }
      await child.exited;
      return rest;
    },
  };
}

test("a record of a crashed or a foreign process is not believed, and nobody is signalled", async () => {
  using dir = tempDir();
  const dataDir = await dataDirectory(join(dir.path, "data"), "Website");
  const other = await bystander("");
  const { pid, start_time } = other;
  for (const forged of [{ pid, start_time }, { pid, start_time: "1" }, { pid: 2 ** 22 }]) {
    await forge(dataDir, forged);
    expect((await malamar(["status", "--data-dir", dataDir])).code).toBe(3);
    expect(await stopServer(dataDir)).toContain("is not running");
  }
  expect(await other.killed()).toBe("");
});

test("a lock holder that is not a server is named, and not stopped", async () => {
  using dir = tempDir();
  const other = await bystander("");
  await forge(dir.path, other);
  // As a backup does.
  const lock = lockDataDirectory(dir.path);
  const { stdout, code } = await malamar(["status", "--data-dir", dir.path]);
  expect(stdout).toStartWith(`The process ${process.pid} is using the data directory ${dir.path}`);
  expect(code).toBe(4);
  const stop = await malamar(["stop", "--data-dir", dir.path]);
  expect(stop.stderr).toContain(`The process ${process.pid} is using`);
  expect(stop.stderr).toContain("Nothing was stopped.");
  expect(stop.code).toBe(1);
  lock.release();
  expect(await other.killed()).toBe("");
});

test("stop waits for a server that is already stopping, and does not signal it again", async () => {
  using dir = tempDir();
  const lockModule = join(import.meta.dir, "../src/data-directory/data-lock.ts");
  const server = await bystander(`
    import { lockDataDirectory } from ${JSON.stringify(lockModule)};
    globalThis.lock = lockDataDirectory(${JSON.stringify(dir.path)});
  `);
  const { pid, start_time } = server;
  await forge(dir.path, { pid, start_time, is_stopping: true });
  const outcome = await stopServer(dir.path, 0).catch(messageOf);
  expect(outcome).toStartWith(`Malamar (pid ${pid}) was asked to stop and is still busy.`);
  expect(await server.killed()).toBe("");
});

test("a second server on the same data directory names the pid and the address of the first", async () => {
  using dir = tempDir();
  await using server = await runningMalamar({ dir: dir.path });
  const dataDir = join(dir.path, "data");
  const second = ["--port", "0", "--data-dir", dataDir, "--token", "warned-of-in-the-log"];
  const { stdout, stderr, code } = await malamar(second);
  expect(code).toBe(1);
  expect(stderr).toBe(
    `malamar: Another Malamar is already running on the data directory ${dataDir}. It is pid ${server.pid} at ${server.url}. Stop it first, or choose another directory with --data-dir or MALAMAR_DATA_DIR.\n`,
  );
  // The refused one leaves the log to the other.
  const warning = "Anyone on this machine can see the token";
  expect(stdout).toContain(warning);
  expect(readFileSync(join(dataDir, "logs/malamar.log"), "utf8")).not.toContain(warning);
});

test("a port that another Malamar uses is refused with its pid and its data directory", async () => {
  using dir = tempDir();
  await using server = await runningMalamar({ dir: dir.path });
  const places = [
    "--data-dir",
    join(dir.path, "other"),
    "--temp-dir",
    join(dir.path, "other-work"),
  ];
  const { stderr, code } = await malamar(["--port", `${server.port}`, ...places]);
  expect(code).toBe(1);
  const sentence = `Port ${server.port} is already in use on 127.0.0.1 by another Malamar (pid ${server.pid}, data directory ${join(dir.path, "data")}). Stop that one, or choose another port with --port or MALAMAR_PORT.`;
  expect(stderr).toBe(`malamar: ${sentence}\n`);
  const doctor = await malamar(["doctor", "--port", `${server.port}`, ...places]);
  expect(doctor.stdout).toContain(`✗ Port: ${server.port} (not available)\n  ${sentence}\n`);
});

test("config and doctor report the running server, wherever they are started", async () => {
  using dir = tempDir();
  const args = ["--max-concurrent-runs", "3", "--token", "nobody-may-see-this"];
  await using server = await runningMalamar({ dir: dir.path, args });
  const dataDir = join(dir.path, "data");
  const config = await malamar(["config", "--data-dir", dataDir]);
  expect(config.stdout).toContain(
    `These are the values of the running server (pid ${server.pid} at ${server.url}).\n`,
  );
  expect(config.stdout).toMatch(
    /^max-concurrent-runs +3 +\(running server; a start here would use 0, default\)$/m,
  );
  expect(config.stdout).toMatch(/^token +\(set\) +\(running server; a start here would use -/m);
  expect(config.stdout).toMatch(/^log-level +info +\(default\)$/m);
  expect(readFileSync(recordIn(dataDir), "utf8")).not.toContain("nobody-may-see-this");

  const doctor = await malamar(["doctor", "--data-dir", dataDir, "--port", "3456"]);
  expect(doctor.stdout).toContain(
    `✓ Server: running (pid ${server.pid} at ${server.url}, version 0.1.0)\n`,
  );
  expect(doctor.stdout).toContain(`✓ Port: ${server.port} (in use by this Malamar)\n`);
  expect(doctor.stdout).toContain(`✓ Temp directory: ${join(dir.path, "work")} (writable)\n`);
});

test("doctor and status tell of a database that the running server has lost", async () => {
  using dir = tempDir();
  await using server = await runningMalamar({ dir: dir.path });
  const dataDir = join(dir.path, "data");
  const doctor = () => malamar(["doctor", "--data-dir", dataDir]);
  rmSync(databasePath(dataDir));
  // Before the server itself has noticed.
  const early = await doctor();
  expect(early.stdout).toContain(
    "✗ Database: malamar.db (was removed while the server was running)\n  The server still has all of its data: press Save a copy",
  );
  expect(early.code).toBe(1);
  while (!server.log().includes("was removed while Malamar was running")) await Bun.sleep(50);
  // Whatever lies in its place now is not what the server works with.
  const other = await dataDirectory(join(dir.path, "other"), "Another");
  copyFileSync(databasePath(other), databasePath(dataDir));
  const { stdout, code } = await doctor();
  expect(stdout).toMatch(/✗ Database: malamar.db \(was (removed|replaced) while the server/);
  expect(code).toBe(1);
  expect((await malamar(["status", "--data-dir", dataDir])).stdout).toMatch(
    /^database {8}was (removed|replaced) while the server was running$/m,
  );
});

test("doctor says when the server has another version", async () => {
  using dir = tempDir();
  const dataDir = await dataDirectory(join(dir.path, "data"), "Website");
  const lock = lockDataDirectory(dataDir);
  await forge(dataDir, { version: "0.0.9" });
  const { stdout, code } = await malamar(["doctor", "--data-dir", dataDir]);
  lock.release();
  expect(stdout).toContain(
    `✗ Server: running (pid ${process.pid}, version 0.0.9)\n  This is version 0.1.0. Restart the server`,
  );
  expect(code).toBe(0);
});

test("the log in the data directory is what the terminal shows, without the token", async () => {
  using dir = tempDir();
  const args = ["--allowed-hosts", "box.example.ts.net"];
  await using server = await runningMalamar({ dir: dir.path, args });
  const dataDir = join(dir.path, "data");
  const token = readFileSync(join(dataDir, "token"), "utf8").trim();
  expect(server.log()).toContain(token);
  const written = readFileSync(join(dataDir, "logs/malamar.log"), "utf8");
  expect(written).toContain(`is running at ${server.url}`);
  expect(written).not.toContain(token);
});

test("a server starts and stops although its log cannot be written, and says so once", async () => {
  using dir = tempDir();
  const dataDir = join(dir.path, "data");
  mkdirSync(dataDir, { mode: 0o700 });
  writeFileSync(join(dataDir, "logs"), "in the way");
  const server = await runningMalamar({ dir: dir.path });
  expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
  await server[Symbol.asyncDispose]();
  expect(server.log()).toContain("Malamar has stopped");
  expect(server.log().split("The log cannot be written to its file")).toHaveLength(2);
  expect(readFileSync(join(dataDir, "logs"), "utf8")).toBe("in the way");
});
