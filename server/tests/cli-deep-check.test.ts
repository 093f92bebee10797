import { expect, test } from "bun:test";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type CliHealth } from "@malamar/contract/cli.ts";
import { askCli } from "#engines/cli/ask-cli.ts";
import { createCliHealth } from "#engines/cli/cli-health.ts";
import { createCliEngine } from "#engines/cli/cli-engine.ts";
import { ADAPTERS } from "#engines/cli/registry.ts";
import { systemClock } from "#lib/clock.ts";
import { USER } from "#testing/actors.ts";
import { createTestApp } from "#testing/create-test-app.ts";
import { fakeProgram } from "#testing/fake-program.ts";
import { until } from "#testing/live-processes.ts";
import { tempDir } from "#testing/temp-dir.ts";

/** A Claude Code whose run does this. */
function answering(dir: string, run: string): string {
  return fakeProgram(dir, "claude", `[ "$1" = --version ] && { echo 2.1.325; exit; }\n${run}`);
}

const SAYS_OK = `
echo '{"type":"assistant","message":{"content":[{"type":"text","text":"OK"}]}}'
echo '{"type":"result","is_error":false,"subtype":"success","result":"OK"}'`;
const SAYS_NOTHING = `echo '{"type":"result","is_error":false,"subtype":"success","result":""}'`;
const IS_LOGGED_OUT = `echo "Not logged in · Please run /login"; exit 1`;

const deepCheck = { body: { deep: true } };

test("a deep check asks the model, with a prompt and in its own directory", async () => {
  using dir = tempDir();
  answering(dir.path, `echo "$@" > ${dir.path}/arguments; pwd > ${dir.path}/cwd; ${SAYS_OK}`);
  await using app = await createTestApp({ environment: { PATH: `${dir.path}:/usr/bin:/bin` } });
  const { body } = await app.call<CliHealth[]>("POST", "/api/health/cli/refresh", deepCheck);
  expect(body[0]).toMatchObject({ status: "healthy", error: null });
  expect(body[0]!.answered_at).not.toBeNull();
  expect(body[1]).toMatchObject({ status: "unhealthy", error: "Binary not found in PATH" });
  expect(readFileSync(join(dir.path, "arguments"), "utf8")).toContain("Reply with the word OK");
  expect(existsSync(readFileSync(join(dir.path, "cwd"), "utf8").trim())).toBe(false);
});

test.each([
  ["exits", "echo boom >&2; exit 3", "CLI exited with code 3. boom", null],
  ["says nothing", SAYS_NOTHING, "CLI returned empty response", null],
  ["is silent", "exit 0", "CLI returned empty response", null],
  [
    "is logged out",
    IS_LOGGED_OUT,
    "CLI exited with code 1. Not logged in · Please run /login",
    "Claude Code is not logged in",
  ],
])("a deep check finds a CLI that %s", async (_case, run, error, advice) => {
  using dir = tempDir();
  answering(dir.path, run);
  await using app = await createTestApp({ environment: { PATH: `${dir.path}:/usr/bin:/bin` } });
  const { body } = await app.call<CliHealth[]>("POST", "/api/health/cli/refresh", {
    body: { deep: true, cli_type: "claude" },
  });
  expect(body[0]).toMatchObject({ status: "unhealthy", error, version: "2.1.325" });
  if (advice === null) expect(body[0]!.advice).toBeNull();
  else expect(body[0]!.advice).toStartWith(advice);
});

test("a deep check does not wait forever", async () => {
  using dir = tempDir();
  answering(dir.path, "echo 'try 2 of 10: no route' >&2; sleep 1000");
  const engine = createCliEngine(ADAPTERS.claude, {
    setupOf: () => ({ binary_path: null, env_vars: {} }),
    environment: { PATH: `${dir.path}:/usr/bin:/bin` },
    installationId: "test",
    tempDir: dir.path,
  });
  const word = await askCli(engine, { tempDir: dir.path, timeoutMs: 200 });
  expect(word).toEqual({
    ok: false,
    error: "CLI health check timed out",
    advice: "It was still working. Its last words: try 2 of 10: no route",
    needsUser: false,
  });
});

test("stopping ends a deep check that hangs, with its processes", async () => {
  using dir = tempDir();
  const mark = join(dir.path, "pid");
  answering(dir.path, `sleep 1000 & echo $! > ${mark}; wait`);
  const app = await createTestApp({ environment: { PATH: `${dir.path}:/usr/bin:/bin` } });
  const check = app.cliHealth.deepCheck("claude");
  await until(() => existsSync(mark) && readFileSync(mark, "utf8") !== "");
  await app[Symbol.asyncDispose]();
  expect(existsSync(`/proc/${readFileSync(mark, "utf8").trim()}/cwd`)).toBe(false);
  // Nothing was learned about the CLI.
  expect((await check)[0]).toMatchObject({ cli_type: "claude", status: "healthy" });
});

test("nothing new starts while a deep check is being ended", async () => {
  using dir = tempDir();
  const asked = join(dir.path, "asked");
  const worked = join(dir.path, "worked");
  const notes = `case "$*" in *"Read the file"*) touch ${worked};; *) touch ${asked};; esac`;
  answering(dir.path, `trap '' TERM; ${notes}; while :; do sleep 0.05; done`);
  const app = await createTestApp({ environment: { PATH: `${dir.path}:/usr/bin:/bin` } });
  const { id } = await app.createWorkspace();
  await app.createAgent(id, { cli_type: "claude" });
  await app.startLoop();
  const check = app.cliHealth.deepCheck("claude");
  await until(() => existsSync(asked));
  const stopped = app[Symbol.asyncDispose]();
  app.taskService.create(USER, id, { summary: "Too late" });
  await Promise.all([check, stopped]);
  expect(existsSync(worked)).toBe(false);
  // It takes the three seconds that a program has to end cleanly.
}, 30_000);

test("a repeated check forgets a passing problem, and a missing login only when something changed", async () => {
  using dir = tempDir();
  answering(dir.path, "exit 3");
  await using app = await createTestApp({ environment: { PATH: `${dir.path}:/usr/bin:/bin` } });
  const deepCheck = async () => (await app.cliHealth.deepCheck("claude"))[0]!.status;
  const nextCheck = async () => (await app.cliHealth.refresh())[0]!.status;
  expect(await deepCheck()).toBe("unhealthy");
  expect(await nextCheck()).toBe("healthy");
  answering(dir.path, IS_LOGGED_OUT);
  expect(await deepCheck()).toBe("unhealthy");
  expect(await nextCheck()).toBe("unhealthy");
  await app.call("PUT", "/api/settings", {
    body: { cli_settings: { claude: { env_vars: { ANTHROPIC_API_KEY: "x" } } } },
  });
  expect(await nextCheck()).toBe("healthy");
});

test("a person who checks again may have logged in meanwhile", async () => {
  using dir = tempDir();
  answering(dir.path, IS_LOGGED_OUT);
  await using app = await createTestApp({ environment: { PATH: `${dir.path}:/usr/bin:/bin` } });
  expect((await app.cliHealth.deepCheck("claude"))[0]!.status).toBe("unhealthy");
  const { body } = await app.call<CliHealth[]>("POST", "/api/health/cli/refresh");
  expect(body[0]!.status).toBe("healthy");
});

test("news during a check is newer than the check", async () => {
  using dir = tempDir();
  fakeProgram(dir.path, "claude", "echo 2.1.325");
  const setup = { binary_path: null, env_vars: {} };
  const health = createCliHealth({
    clis: [{ type: "claude" }],
    setupOf: () => setup,
    environment: { PATH: dir.path },
    clock: systemClock,
    ask: () => Promise.resolve({ ok: true }),
    onChange: () => {},
  });
  await health.refresh();
  const check = health.refresh();
  health.hear("claude", { ok: false, error: "down", advice: null, needsUser: false }, setup);
  expect((await check)[0]!.status).toBe("unhealthy");
  expect((await health.refresh())[0]!.status).toBe("healthy");
});

test("a login that was refused with an old key says nothing about the new one", async () => {
  using dir = tempDir();
  fakeProgram(dir.path, "claude", "echo 2.1.325");
  const old = { binary_path: null, env_vars: { KEY: "old" } };
  const health = createCliHealth({
    clis: [{ type: "claude" }],
    setupOf: () => ({ binary_path: null, env_vars: { KEY: "new" } }),
    environment: { PATH: dir.path },
    clock: systemClock,
    ask: () => Promise.resolve({ ok: true }),
    onChange: () => {},
  });
  await health.refresh();
  health.hear("claude", { ok: false, error: "no", advice: null, needsUser: true }, old);
  expect((await health.refresh())[0]!.status).toBe("healthy");
});

test("a deep check works after the temporary files were deleted", async () => {
  using dir = tempDir();
  answering(dir.path, SAYS_OK);
  await using app = await createTestApp({ environment: { PATH: `${dir.path}:/usr/bin:/bin` } });
  rmSync(app.tempDir, { recursive: true });
  const { status, body } = await app.call<CliHealth[]>(
    "POST",
    "/api/health/cli/refresh",
    deepCheck,
  );
  expect(status).toBe(200);
  expect(body[0]!.status).toBe("healthy");
});

test("one CLI that cannot be checked does not cost the others their answers", async () => {
  using dir = tempDir();
  for (const name of ["claude", "codex"]) fakeProgram(dir.path, name, "echo 1.0.0");
  const health = createCliHealth({
    clis: [{ type: "claude" }, { type: "codex" }],
    setupOf: () => ({ binary_path: null, env_vars: {} }),
    environment: { PATH: dir.path },
    clock: systemClock,
    ask: (type) =>
      type === "claude" ? Promise.reject(new Error("disk full")) : Promise.resolve({ ok: true }),
    onChange: () => {},
  });
  const [claude, codex] = await health.deepCheck();
  expect(claude).toMatchObject({ status: "unhealthy", error: "disk full" });
  expect(codex).toMatchObject({ status: "healthy" });
});

test("simultaneous checks share one question to the model", async () => {
  using dir = tempDir();
  fakeProgram(dir.path, "claude", "echo 2.1.325");
  const answer = Promise.withResolvers<{ ok: true }>();
  const questions: string[] = [];
  const health = createCliHealth({
    clis: [{ type: "claude" }],
    setupOf: () => ({ binary_path: null, env_vars: {} }),
    environment: { PATH: dir.path },
    clock: systemClock,
    ask: (type) => (questions.push(type), answer.promise),
    onChange: () => {},
  });
  const first = health.deepCheck();
  await until(() => questions.length > 0);
  const second = health.deepCheck("claude");
  // Its cheap check is done when a later one is.
  await health.refresh();
  await health.refresh();
  answer.resolve({ ok: true });
  await Promise.all([first, second]);
  expect(questions).toEqual(["claude"]);
});

test("a deep check of anything but a CLI is refused", async () => {
  await using app = await createTestApp();
  const { status } = await app.call("POST", "/api/health/cli/refresh", {
    body: { deep: true, cli_type: "vim" },
  });
  expect(status).toBe(400);
});
