import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT, startMalamar } from "../support/malamar.ts";

const PATH = process.env["PATH"]!;

test("npm start passes flags and variables through, and Ctrl-C stops it cleanly", async () => {
  await using malamar = await startMalamar({
    command: ["npm", "start", "--", "--log-format", "json"],
    cwd: ROOT,
    env: { PATH },
  });
  expect(malamar.output()).toContain('"level":"info"');
  expect((await fetch(`${malamar.url}/api/health`)).status).toBe(200);
  // A terminal signals every process in the foreground; npm passes the signal on once more.
  process.kill(-malamar.pid, "SIGINT");
  expect(await malamar.exited).toBe(0);
  expect(malamar.output()).toContain("Malamar has stopped");
});

test("a signal to npm alone stops the server too", async () => {
  await using malamar = await startMalamar({
    command: ["npm", "start"],
    cwd: ROOT,
    env: { PATH },
  });
  await malamar.stop("SIGTERM");
  expect(malamar.output()).toContain("Malamar has stopped");
});

test("in a checkout npx runs every command from the source", () => {
  const home = mkdtempSync(join(tmpdir(), "malamar-npx-"));
  const env = { PATH, HOME: home, MALAMAR_DATA_DIR: join(home, "data") };
  const doctor = spawnSync("npx", ["malamar", "doctor"], { cwd: ROOT, env, encoding: "utf8" });
  expect(doctor.stdout).toStartWith("Malamar Doctor\n");
  expect(doctor.status).toBe(0);
  const status = spawnSync("npx", ["malamar", "status"], { cwd: ROOT, env, encoding: "utf8" });
  expect(status.stdout).toContain("is not running");
  expect(status.status).toBe(3);
  rmSync(home, { recursive: true });
});

test("the npm package contains only the program, and runs as a command", async () => {
  const dir = mkdtempSync(join(tmpdir(), "malamar-package-"));
  const npm = (...args: string[]) => {
    const result = spawnSync("npm", args, { cwd: dir, encoding: "utf8" });
    if (result.status !== 0) throw new Error(result.stderr);
    return result.stdout;
  };
  const packed = JSON.parse(npm("pack", ROOT, "--ignore-scripts", "--json")) as
    | { filename: string; files: { path: string }[] }[]
    | Record<string, { filename: string; files: { path: string }[] }>;
  const [archive] = Object.values(packed);
  const top = new Set(archive!.files.map(({ path }) => path.split("/").slice(0, 2).join("/")));
  expect(top).toEqual(
    new Set([
      "CHANGELOG.md",
      "LICENSE",
      "README.md",
      "SECURITY.md",
      "bin/malamar.mjs",
      "dist/package",
      "package.json",
    ]),
  );

  npm("install", "--prefer-offline", "--no-audit", "--no-fund", `./${archive!.filename}`);
  expect(readdirSync(join(dir, "node_modules/.bin"))).toContain("malamar");
  expect(npm("exec", "malamar", "--", "version")).toMatch(/^malamar 0\.1\.0 /);
  const unit = spawnSync(join(dir, "node_modules/.bin/malamar"), ["service", "install", "--yes"], {
    env: { PATH, HOME: dir },
    encoding: "utf8",
  });
  expect(unit.stdout).toContain(`"${join(dir, "node_modules/malamar/dist/package/main.js")}"`);
  for (const signal of ["SIGINT", "SIGHUP", "SIGTERM"] as const) {
    await using malamar = await startMalamar({
      command: [join(dir, "node_modules/.bin/malamar")],
      env: { PATH },
    });
    expect(await (await fetch(malamar.url)).text()).toContain('<div id="root">');
    expect(await malamar.stop(signal)).toBe(0);
    expect(malamar.output()).toContain("Malamar has stopped");
  }
  rmSync(dir, { recursive: true });
}, 120_000);
