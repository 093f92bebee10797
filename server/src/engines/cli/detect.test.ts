import { expect, test } from "bun:test";
import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "#lib/clock.ts";
import { fakeProgram } from "#testing/fake-program.ts";
import { isAlive, until } from "#testing/live-processes.ts";
import { tempDir } from "#testing/temp-dir.ts";
import { detectCli, type CliSetup } from "./detect.ts";
import { ADAPTERS } from "./registry.ts";

/** Looks for Claude Code in this directory, together with the shell's own tools. */
function detect(path: string, setup: Partial<CliSetup> = {}, timeoutMs = 10_000) {
  return detectCli(
    ADAPTERS.claude,
    { binary_path: null, env_vars: {}, ...setup },
    { environment: { PATH: `${path}:/usr/bin:/bin` }, clock: systemClock, timeoutMs },
  );
}

test("a CLI on the PATH is healthy, with its version and place", async () => {
  using dir = tempDir();
  const path = fakeProgram(dir.path, "claude", 'echo "2.1.325 (Claude Code)"');
  expect(await detect(dir.path)).toEqual({
    cli_type: "claude",
    label: "Claude Code",
    status: "healthy",
    version: "2.1.325",
    path,
    error: null,
    advice: null,
    install_command: "npm install -g @anthropic-ai/claude-code",
    checked_at: expect.stringMatching(/Z$/),
    answered_at: null,
    withheld_env: [],
  });
});

test.each([
  ["codex-cli 0.166.0", "0.166.0"],
  ["v1.18.33-beta.2", "1.18.33-beta.2"],
  ["nightly build", "nightly build"],
])("the version in %p is %p", async (line, version) => {
  using dir = tempDir();
  fakeProgram(dir.path, "claude", `echo "${line}"; echo "more 9.9.9"`);
  expect((await detect(dir.path)).version).toBe(version);
});

test.each([
  ["exit 3", "CLI exited with code 3"],
  ["exit 0", "CLI returned empty response"],
  ["kill -SEGV $$", "CLI was killed by signal SIGSEGV"],
])("a CLI whose version command does `%s` is unhealthy: %s", async (script, error) => {
  using dir = tempDir();
  fakeProgram(dir.path, "claude", script);
  expect(await detect(dir.path)).toMatchObject({ status: "unhealthy", version: null, error });
});

test("a CLI that does not exist is not found", async () => {
  using dir = tempDir();
  expect(await detect(dir.path)).toMatchObject({
    status: "unhealthy",
    path: null,
    error: "Binary not found in PATH",
  });
});

test("a CLI that hangs is ended together with its children", async () => {
  using dir = tempDir();
  const mark = join(dir.path, "pid");
  fakeProgram(dir.path, "claude", `sleep 1000 & echo $! > ${mark}; wait`);
  const found = await detect(dir.path, {}, 300);
  expect(found).toMatchObject({ status: "unhealthy", error: "CLI health check timed out" });
  const pid = (await Bun.file(mark).text()).trim();
  await until(() => !existsSync(`/proc/${pid}/cwd`));
  expect(existsSync(`/proc/${pid}/cwd`)).toBe(false);
});

test("what a CLI leaves running after its answer is ended", async () => {
  using dir = tempDir();
  const mark = join(dir.path, "pid");
  fakeProgram(dir.path, "claude", `sleep 1000 >/dev/null & echo $! > ${mark}; echo 1.0.0`);
  expect((await detect(dir.path)).version).toBe("1.0.0");
  const pid = (await Bun.file(mark).text()).trim();
  await until(() => !existsSync(`/proc/${pid}/cwd`));
  expect(existsSync(`/proc/${pid}/cwd`)).toBe(false);
});

test("a grandchild that escaped does not hold up the answer, and is ended", async () => {
  using dir = tempDir();
  const mark = join(dir.path, "pid");
  // It ends only after the grandchild has left its session and its environment.
  const flee = `(setsid env -i sh -c 'echo $$ > ${mark}; sleep 1000' &); while ! [ -s ${mark} ]; do :; done`;
  fakeProgram(dir.path, "claude", `${flee}; echo 1.0.0`);
  expect(await detect(dir.path)).toMatchObject({ status: "healthy", version: "1.0.0" });
  const pid = Number(await Bun.file(mark).text());
  const survived = isAlive(pid);
  if (survived) process.kill(-pid, "SIGKILL");
  expect(survived).toBe(false);
});

test("a flood of output is not kept", async () => {
  using dir = tempDir();
  fakeProgram(dir.path, "claude", "head -c 50000000 /dev/zero | tr '\\0' 'x'");
  expect((await detect(dir.path)).version).toHaveLength(100);
});

test("a custom path overrides the PATH", async () => {
  using dir = tempDir();
  fakeProgram(dir.path, "claude", "echo 1.0.0");
  const custom = fakeProgram(dir.path, "my claude", "echo 2.0.0");
  expect(await detect(dir.path, { binary_path: custom })).toMatchObject({
    version: "2.0.0",
    path: custom,
  });
});

test("a wrong custom path says where it looked", async () => {
  using dir = tempDir();
  const plain = join(dir.path, "plain");
  writeFileSync(plain, "");
  chmodSync(plain, 0o644);
  const errorOf = async (binary_path: string) => (await detect(dir.path, { binary_path })).error;
  expect(await errorOf("/no/claude")).toBe("Binary not found at /no/claude");
  expect(await errorOf(dir.path)).toBe(`${dir.path} is not a program`);
  expect(await errorOf(plain)).toBe(`${plain} is not executable`);
  expect(await errorOf("other-name")).toBe("Binary not found in PATH");
});

test("a program that the system cannot run says why", async () => {
  using dir = tempDir();
  const path = join(dir.path, "claude");
  writeFileSync(path, "#!/no/such/interpreter\n");
  chmodSync(path, 0o755);
  const { status, error } = await detect(dir.path);
  expect(status).toBe("unhealthy");
  expect(error).toStartWith("CLI could not be started: ");
});

test("the variables of a CLI reach it and override what it inherits", async () => {
  using dir = tempDir();
  fakeProgram(dir.path, "claude", 'echo "1.0.0-$WHO"');
  const found = await detect("/nowhere", {
    env_vars: { WHO: "user", PATH: `${dir.path}:/usr/bin:/bin` },
  });
  expect(found.version).toBe("1.0.0-user");
});
