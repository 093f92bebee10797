import { expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EXECUTABLE, startMalamar } from "../support/malamar.ts";

const JSON_TYPE = { "content-type": "application/json" };

test("the executable runs alone in an empty folder: page, API and database", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "malamar-empty-"));
  await using malamar = await startMalamar({ cwd });
  const page = await fetch(malamar.url);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('<div id="root">');
  const workspaces = (await (await fetch(`${malamar.url}/api/workspaces`)).json()) as object[];
  expect(workspaces).toMatchObject([{ title: "Sample: Code Assistant", agent_count: 4 }]);
  expect(readdirSync(cwd)).toEqual([]);
  expect(statSync(malamar.dataDir).mode & 0o777).toBe(0o700);
  expect(statSync(join(malamar.dataDir, "malamar.db")).mode & 0o777).toBe(0o600);
  rmSync(cwd, { recursive: true });
});

test("the executable ignores the settings of the folder it is started in", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "malamar-project-"));
  writeFileSync(join(cwd, ".env"), "MALAMAR_LOG_FORMAT=json\nMALAMAR_TOKEN=from-dotenv\n");
  writeFileSync(join(cwd, "bunfig.toml"), 'preload = ["./preload.ts"]\n');
  writeFileSync(join(cwd, "preload.ts"), 'console.log("preloaded");');
  writeFileSync(join(cwd, "package.json"), "{ broken");
  writeFileSync(join(cwd, "tsconfig.json"), "{ broken");
  await using malamar = await startMalamar({ cwd });
  expect((await fetch(`${malamar.url}/api/workspaces`)).status).toBe(200);
  expect(malamar.output()).not.toContain("preloaded");
  expect(malamar.output()).toStartWith("[");
  rmSync(cwd, { recursive: true });
});

test("the page's files are compressed, cacheable and available in ranges", async () => {
  await using malamar = await startMalamar();
  const page = await (await fetch(malamar.url)).text();
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)![1]!;
  const url = malamar.url + script;

  const plain = await fetch(url, { headers: { "accept-encoding": "identity" } });
  const length = Number(plain.headers.get("content-length"));
  const content = await plain.text();
  expect(Buffer.byteLength(content)).toBe(length);
  expect(plain.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");

  for (const encoding of ["br", "gzip"]) {
    const packed = await fetch(url, { headers: { "accept-encoding": encoding } });
    expect(packed.headers.get("content-encoding")).toBe(encoding);
    expect(Number(packed.headers.get("content-length"))).toBeLessThan(length / 2);
    expect(await packed.text()).toBe(content);
  }

  const head = await fetch(url, { method: "HEAD", headers: { "accept-encoding": "identity" } });
  expect(Number(head.headers.get("content-length"))).toBe(length);
  const part = await fetch(url, { headers: { range: "bytes=10-19" } });
  expect(part.status).toBe(206);
  expect(await part.text()).toBe(content.slice(10, 20));
  const known = await fetch(url, {
    headers: { "if-none-match": plain.headers.get("etag")!, "accept-encoding": "identity" },
  });
  expect(known.status).toBe(304);
});

test.each(["SIGTERM", "SIGINT"] as const)(
  "%s ends it cleanly, also while a page is connected",
  async (signal) => {
    await using malamar = await startMalamar();
    const stream = await fetch(`${malamar.url}/api/events`);
    const reader = stream.body!.getReader();
    await reader.read();
    expect(await malamar.stop(signal)).toBe(0);
    expect((await reader.read().catch(() => ({ done: true }))).done).toBe(true);
    expect(malamar.output()).toContain("Malamar has stopped");
    const wal = statSync(join(malamar.dataDir, "malamar.db-wal"), { throwIfNoEntry: false });
    expect(wal?.size ?? 0).toBe(0);
  },
);

test("a kill -9 in the middle of writes loses nothing that was acknowledged", async () => {
  await using first = await startMalamar();
  const acknowledged: string[] = [];
  const enough = Promise.withResolvers<void>();
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let n = 0; ; n++) {
      const response = await fetch(`${first.url}/api/workspaces`, {
        method: "POST",
        headers: JSON_TYPE,
        body: JSON.stringify({ title: `Writer ${writer}, number ${n}` }),
      }).catch(() => null);
      const created = (await response?.json().catch(() => null)) as { id: string } | null;
      if (!created) return;
      acknowledged.push(created.id);
      if (acknowledged.length === 300) enough.resolve();
    }
  });
  await enough.promise;
  await first.stop("SIGKILL");
  await Promise.all(writers);

  await using second = await startMalamar({ dataDir: first.dataDir });
  const kept = (await (await fetch(`${second.url}/api/workspaces`)).json()) as { id: string }[];
  const ids = new Set(kept.map(({ id }) => id));
  expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
  expect(ids.size).toBeGreaterThanOrEqual(300);
});

test.each(["SIGKILL", "SIGINT"] as const)(
  "a first start ended by %s does not count as the first start",
  async (signal) => {
    const home = mkdtempSync(join(tmpdir(), "malamar-interrupted-"));
    const mark = join(home, "pid");
    const dataDir = join(home, "data");
    writeFileSync(join(home, "claude"), `#!/bin/sh\necho $$ > ${mark}\nexec sleep 1000\n`);
    chmodSync(join(home, "claude"), 0o755);
    const first = Bun.spawn([EXECUTABLE, "--port", "0", "--data-dir", dataDir], {
      env: { HOME: home, PATH: `${home}:/usr/bin:/bin` },
      stdout: "ignore",
      stderr: "ignore",
    });
    while (!existsSync(mark) || readFileSync(mark, "utf8") === "") {
      await new Promise((resolve) => setImmediate(resolve));
    }
    first.kill(signal);
    await first.exited;
    const probe = Number(readFileSync(mark, "utf8"));
    // Only a server that was not killed itself can end what it started.
    if (signal === "SIGKILL") process.kill(probe, "SIGKILL");
    while (existsSync(`/proc/${probe}/cwd`)) await new Promise((resolve) => setImmediate(resolve));

    await using second = await startMalamar({ dataDir });
    const workspaces = (await (await fetch(`${second.url}/api/workspaces`)).json()) as object[];
    expect(workspaces).toMatchObject([{ title: "Sample: Code Assistant", agent_count: 4 }]);
    rmSync(home, { recursive: true });
  },
);

test("when others can reach it, it makes a token, prints it, and keeps it out of the log", async () => {
  await using malamar = await startMalamar({ args: ["--allowed-hosts", "box.example.ts.net"] });
  const token = readFileSync(join(malamar.dataDir, "token"), "utf8").trim();
  expect(malamar.output()).toContain(`Token: ${token}`);
  const logged = malamar
    .output()
    .split("\n")
    .filter((line) => line.startsWith("["));
  expect(logged.join("\n")).not.toContain(token);
  expect((await fetch(`${malamar.url}/api/workspaces`)).status).toBe(401);
  const authorized = { headers: { authorization: `Bearer ${token}` } };
  expect((await fetch(`${malamar.url}/api/workspaces`, authorized)).status).toBe(200);
});

test("the executable reports the running one, stops it, and writes a service for itself", async () => {
  await using malamar = await startMalamar();
  const run = (...args: string[]) =>
    Bun.spawnSync([EXECUTABLE, ...args, "--data-dir", malamar.dataDir], {
      env: { HOME: malamar.dataDir, PATH: "/usr/bin:/bin" },
    });
  const status = run("status");
  expect(status.stdout.toString()).toContain(malamar.url);
  expect(status.exitCode).toBe(0);
  expect(run("service", "install", "--yes").stdout.toString()).toContain(
    `\nExecStart=:"${EXECUTABLE}" "--data-dir=${malamar.dataDir}"\n`,
  );
  const stopped = run("stop");
  expect(stopped.stdout.toString()).toContain("has stopped.");
  expect(await malamar.exited).toBe(0);
  expect(run("status").exitCode).toBe(3);
});

test("with the JSON format every line of its output is JSON", async () => {
  await using malamar = await startMalamar({ args: ["--log-format", "json"] });
  await malamar.stop();
  const lines = malamar.output().trim().split("\n");
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) {
    expect(Object.keys(JSON.parse(line))).toEqual(["timestamp", "level", "message", "context"]);
  }
});
