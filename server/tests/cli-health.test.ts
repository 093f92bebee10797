import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Agent } from "@malamar/contract/agent.ts";
import type { CliHealth } from "@malamar/contract/cli.ts";
import { CLIS } from "@malamar/contract/plain/cli.ts";
import type { CliSetup } from "#engines/cli/detect.ts";
import { createCliHealth } from "#engines/cli/cli-health.ts";
import { endCommands } from "#processes/command.ts";
import { systemClock } from "#lib/clock.ts";
import { createTestApp } from "#testing/create-test-app.ts";
import { fakeProgram } from "#testing/fake-program.ts";
import { until } from "#testing/live-processes.ts";
import { tempDir } from "#testing/temp-dir.ts";

const statuses = (clis: CliHealth[]) =>
  Object.fromEntries(clis.map(({ cli_type, status }) => [cli_type, status]));

test("the first request about the CLIs gets a real answer", async () => {
  using dir = tempDir();
  fakeProgram(dir.path, "gemini", "echo 0.61.0");
  await using app = await createTestApp({ environment: { PATH: `${dir.path}:/bin` } });
  const { status, body } = await app.call<CliHealth[]>("GET", "/api/health/cli");
  expect(status).toBe(200);
  expect(body.map((cli) => cli.label)).toEqual(CLIS.map((cli) => cli.label));
  for (const { cli_type, status } of body) {
    expect(status).toBe(cli_type === "gemini" ? "healthy" : "unhealthy");
  }
});

test("a refresh finds what was installed and removed since, and informs the pages", async () => {
  using dir = tempDir();
  await using app = await createTestApp({ environment: { PATH: `${dir.path}:/bin` } });
  await app.call("GET", "/api/health/cli");
  app.published.length = 0;

  const program = fakeProgram(dir.path, "codex", "echo 0.166.0");
  const { body } = await app.call<CliHealth[]>("POST", "/api/health/cli/refresh");
  expect(statuses(body)["codex"]).toBe("healthy");
  expect(app.published).toEqual([{ type: "cli.health_changed", clis: body }]);

  await app.call("POST", "/api/health/cli/refresh");
  expect(app.published).toHaveLength(1);
  rmSync(program);
  const gone = await app.call<CliHealth[]>("POST", "/api/health/cli/refresh");
  expect(statuses(gone.body)["codex"]).toBe("unhealthy");
  expect(app.published).toHaveLength(2);
});

test("a new agent gets the first healthy CLI in the product's order", async () => {
  using dir = tempDir();
  fakeProgram(dir.path, "opencode", "echo 1.0.0");
  fakeProgram(dir.path, "gemini", "echo 1.0.0");
  await using app = await createTestApp({ environment: { PATH: `${dir.path}:/bin` } });
  const { id } = await app.createWorkspace();
  expect((await app.createAgent(id)).cli_type).toBe("gemini");
  expect((await app.createAgent(id, { name: "B", cli_type: "claude" })).cli_type).toBe("claude");
});

test("a CLI that hangs does not hide those that answer", async () => {
  using dir = tempDir();
  fakeProgram(dir.path, "claude", "sleep 1000");
  fakeProgram(dir.path, "codex", "echo 0.166.0");
  const health = createCliHealth({
    setupOf: () => ({ binary_path: null, env_vars: {} }),
    environment: { PATH: `${dir.path}:/usr/bin:/bin` },
    clock: systemClock,
    ask: () => Promise.resolve({ ok: true }),
    onChange: () => {},
  });
  const first = health.refresh();
  await until(() => health.defaultCli() !== "claude");
  expect(health.defaultCli()).toBe("codex");
  // All callers in the meantime share one further check, however many they are.
  fakeProgram(dir.path, "claude", "echo 2.0.0");
  const [a, b] = [health.refresh(), health.refresh()];
  expect(a).toBe(b);
  await endCommands();
  expect(statuses(await first)).toMatchObject({ claude: "unhealthy", codex: "healthy" });
  expect(statuses(await a)).toMatchObject({ claude: "healthy", codex: "healthy" });
});

test("stopping ends a check that hangs, with its processes", async () => {
  using dir = tempDir();
  const mark = join(dir.path, "pid");
  const app = await createTestApp({ environment: { PATH: `${dir.path}:/usr/bin:/bin` } });
  fakeProgram(dir.path, "claude", `sleep 1000 & echo $! > ${mark}; wait`);
  const check = app.cliHealth.refresh();
  await until(() => existsSync(mark) && readFileSync(mark, "utf8") !== "");
  await app[Symbol.asyncDispose]();
  expect(statuses(await check)["claude"]).toBe("unhealthy");
  const pid = readFileSync(mark, "utf8").trim();
  await until(() => !existsSync(`/proc/${pid}/cwd`));
});

test("a path longer than any file's is unhealthy, not an error", async () => {
  await using app = await createTestApp();
  for (const binary_path of ["b".repeat(5000), `/${"b".repeat(5000)}`]) {
    await app.call("PUT", "/api/settings", { body: { cli_settings: { claude: { binary_path } } } });
    const { status, body } = await app.call<CliHealth[]>("POST", "/api/health/cli/refresh");
    expect(status).toBe(200);
    expect(body[0]!.error).toStartWith("Binary not found");
  }
});

test("a custom path and variables from the settings apply to the next check", async () => {
  using dir = tempDir();
  const path = fakeProgram(dir.path, "my-claude", 'echo "9.9.9-$FLAVOUR"');
  await using app = await createTestApp({ environment: { PATH: "/bin" } });
  await app.call("PUT", "/api/settings", {
    body: { cli_settings: { claude: { binary_path: path, env_vars: { FLAVOUR: "mint" } } } },
  });
  const { body } = await app.call<CliHealth[]>("POST", "/api/health/cli/refresh");
  expect(body[0]).toMatchObject({ status: "healthy", version: "9.9.9-mint", path });
});

test("the sample team runs on an available CLI", async () => {
  using dir = tempDir();
  fakeProgram(dir.path, "codex", "echo 0.166.0");
  await using app = await createTestApp({ environment: { PATH: `${dir.path}:/bin` } });
  const { body: workspaces } = await app.call<{ id: string }[]>("GET", "/api/workspaces");
  const { body } = await app.call<Agent[]>("GET", `/api/workspaces/${workspaces[0]!.id}/agents`);
  expect(body.map((agent) => agent.cli_type)).toEqual(["codex", "codex", "codex", "codex"]);
});

describe("a version command that does not answer in time", () => {
  const SLOW = "CLI is slow: its version command took longer than 2 seconds";

  function createSlowHealth(dir: string, setup: Partial<CliSetup> = {}) {
    const given = { binary_path: null, env_vars: {}, ...setup };
    return {
      given,
      health: createCliHealth({
        clis: [{ type: "claude" }],
        setupOf: () => given,
        environment: { PATH: `${dir}:/usr/bin:/bin` },
        clock: systemClock,
        ask: () => Promise.resolve({ ok: true }),
        onChange: () => {},
        timeoutMs: 2000,
      }),
    };
  }

  const answers = (dir: string) => fakeProgram(dir, "claude", "echo 2.0.0");
  const hangs = (dir: string) => fakeProgram(dir, "claude", "sleep 1000");

  test("makes it unavailable, if it never did", async () => {
    using dir = tempDir();
    hangs(dir.path);
    const { health } = createSlowHealth(dir.path);
    expect((await health.refresh())[0]).toMatchObject({
      status: "unhealthy",
      error: "CLI health check timed out",
      version: null,
    });
    expect(health.firstHealthy()).toBeNull();
  });

  test("makes it slow, if it did before, with advice, and agents keep using it", async () => {
    using dir = tempDir();
    answers(dir.path);
    const { health } = createSlowHealth(dir.path);
    await health.refresh();
    hangs(dir.path);
    const [claude] = await health.refresh();
    expect(claude).toMatchObject({ status: "slow", error: SLOW, version: "2.0.0" });
    expect(claude!.advice).toContain("agents keep using it");
    expect(health.firstHealthy()).toBe("claude");
    answers(dir.path);
    expect((await health.refresh())[0]).toMatchObject({ status: "healthy", error: null });
  });

  test("makes it slow from the moment a run succeeds", async () => {
    using dir = tempDir();
    hangs(dir.path);
    const { health } = createSlowHealth(dir.path);
    await health.refresh();
    health.listenTo("claude")({ ok: true });
    expect(health.known()[0]).toMatchObject({ status: "slow", error: SLOW, version: null });
    expect((await health.deepCheck())[0]).toMatchObject({ status: "slow" });
  });

  test("makes it unavailable, if another program answered, or one with another setup", async () => {
    using dir = tempDir();
    answers(dir.path);
    const { health, given } = createSlowHealth(dir.path);
    await health.refresh();
    hangs(dir.path);
    given.env_vars = { ANTHROPIC_API_KEY: "new" };
    expect((await health.refresh())[0]).toMatchObject({ status: "unhealthy" });
  });

  test("makes it unavailable, as long as a person has to do something about it", async () => {
    using dir = tempDir();
    answers(dir.path);
    const { health } = createSlowHealth(dir.path);
    await health.refresh();
    const problem = { ok: false, error: "no login", advice: "Log in.", needsUser: true } as const;
    health.listenTo("claude")(problem);
    hangs(dir.path);
    expect((await health.refresh())[0]).toMatchObject({ status: "unhealthy", error: "no login" });
  });

  test("makes it broken and not slow, if it fails", async () => {
    using dir = tempDir();
    answers(dir.path);
    const { health } = createSlowHealth(dir.path);
    await health.refresh();
    fakeProgram(dir.path, "claude", "exit 3");
    expect((await health.refresh())[0]).toMatchObject({
      status: "unhealthy",
      error: "CLI exited with code 3",
    });
  });
});
