import { expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { OPTION_NAMES, variableOf } from "#config/options.ts";
import { createTestApp } from "#testing/create-test-app.ts";
import { fakeProgram } from "#testing/fake-program.ts";
import { MAIN, malamar } from "#testing/run-malamar.ts";
import { tempDir } from "#testing/temp-dir.ts";

test("version prints the version", async () => {
  for (const word of ["version", "--version", "-v"]) {
    const { stdout, code } = await malamar([word]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^malamar 0\.1\.0 \(Bun 1\.4\.4, \w+-\w+\)\n$/);
  }
});

test("help names every command and every option with its variable", async () => {
  const { stdout, code } = await malamar(["help"]);
  expect(code).toBe(0);
  for (const word of [
    "demo",
    "version",
    "help",
    "status",
    "stop",
    "service install",
    "service uninstall",
    "doctor",
    "config",
    "backup",
    "restore",
    "export",
    "import",
    "bench",
  ]) {
    expect(stdout).toContain(`malamar ${word}`);
  }
  for (const name of OPTION_NAMES) {
    expect(stdout).toContain(`--${name}`);
    expect(stdout).toContain(variableOf(name));
  }
  expect(stdout).toContain("--open");
  // For Malamar itself, not for people.
  for (const word of ["stand-in", "bench-child"]) expect(stdout).not.toContain(word);
});

test("config shows every value with its source, and never the token", async () => {
  const { stdout, code } = await malamar(
    ["config", "--port", "4000", "--token=hush-nobody-may-know"],
    {
      MALAMAR_LOG_LEVEL: "debug",
    },
  );
  expect(code).toBe(0);
  expect(stdout).toStartWith("Malamar Configuration\n\n");
  expect(stdout).toMatch(/^port +4000 +\(--port\)$/m);
  expect(stdout).toMatch(/^log-level +debug +\(MALAMAR_LOG_LEVEL\)$/m);
  expect(stdout).toMatch(/^host +127\.0\.0\.1 +\(default\)$/m);
  expect(stdout).toMatch(/^token +\(set\) +\(--token\)$/m);
  expect(stdout).not.toContain("hush");
});

test.each([
  [["--prot", "1"], 'malamar: Unknown flag "--prot". Did you mean "--port"?'],
  [["sevre"], 'malamar: Unknown command "sevre". Did you mean "serve"?'],
  [["--port", "99999"], 'malamar: --port: must be a whole number from 0 to 65535 (got "99999")'],
])("%j is refused with a clear message", async (argv, message) => {
  const { stdout, stderr, code } = await malamar(argv);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
  expect(stdout).toBe("");
});

test("all invalid values are named at once", async () => {
  const { stderr, code } = await malamar([], { MALAMAR_PORT: "x", MALAMAR_LOG_FORMAT: "xml" });
  expect(code).toBe(2);
  expect(stderr).toBe(
    'malamar: MALAMAR_PORT: must be a whole number from 0 to 65535 (got "x")\n' +
      'malamar: MALAMAR_LOG_FORMAT: must be one of text, json (got "xml")\n',
  );
});

/** As git itself says it. */
const gitVersion = /[\d.]+\d/.exec(Bun.spawnSync(["git", "version"]).stdout.toString())?.[0];

test("doctor finds everything well next to a running server, and lists the available CLIs", async () => {
  using dir = tempDir();
  await using app = await createTestApp();
  const claude = fakeProgram(dir.path, "claude", "echo 2.1.325");
  fakeProgram(dir.path, "opencode", "exit 7");
  // The server works in its own directory, whatever a start from here would use.
  const argv = ["--data-dir", app.dataDir, "--temp-dir", join(dir.path, "work"), "--port", "0"];
  const { stdout, code } = await malamar(["doctor", ...argv], {
    PATH: `${dir.path}:/usr/bin:/bin`,
  });
  // How many there are differs from machine to machine.
  expect(stdout.replaceAll(/: \d+ MB\b/g, ": many MB").replace(/up to \d+/, "up to many")).toBe(
    [
      "Malamar Doctor",
      "",
      `✓ Data directory: ${app.dataDir} (exists, writable)`,
      "✓ Database: malamar.db (accessible, migrations current)",
      "✓ Configuration: valid",
      `✓ Server: running (pid ${process.pid}, version 0.1.0)`,
      `✓ Temp directory: ${app.tempDir} (writable)`,
      "✓ Port: 0 (a free one is chosen at startup)",
      "✓ Free space for the data directory: many MB",
      "✓ Free space for the temp directory: many MB",
      "✓ Open files: up to many",
      `✓ Git: ${gitVersion} (checkpoints are refs/malamar/*, which git log --all shows and git push --mirror pushes)`,
      "",
      "CLI Status:",
      `✓ Claude Code: healthy (claude found at ${claude})`,
      "✗ Codex CLI: unhealthy (binary not found in PATH)",
      "✗ Gemini CLI: unhealthy (binary not found in PATH)",
      "✗ OpenCode: unhealthy (CLI exited with code 7)",
      "✗ Qwen Code: unhealthy (binary not found in PATH)",
      "",
      "1 of 5 CLIs available",
      "",
    ].join("\n"),
  );
  expect(code).toBe(0);
});

test("doctor names the keys that a CLI does not get, and never their values", async () => {
  using dir = tempDir();
  fakeProgram(dir.path, "codex", "echo 0.166.0");
  const { stdout } = await malamar(["doctor", "--data-dir", join(dir.path, "data")], {
    PATH: `${dir.path}:/usr/bin:/bin`,
    ANTHROPIC_API_KEY: "sk-secret",
    GEMINI_API_KEY: "g-secret",
    OPENAI_API_KEY: "o-secret",
  });
  const names = "ANTHROPIC_API_KEY, GEMINI_API_KEY";
  expect(stdout).toContain(
    `\n  Not passed to it, because it does not use them: ${names}. Allow one by name in the settings.\n`,
  );
  expect(stdout.split("Not passed to it")).toHaveLength(2);
  expect(stdout).not.toContain("secret");
});

test("doctor --deep lets each CLI answer, and says what to do when one does not", async () => {
  using dir = tempDir();
  const version = '[ "$1" = --version ] && { echo 2.1.325; exit; }';
  const says = (line: object) => `echo '${JSON.stringify(line)}'`;
  const claude = fakeProgram(
    dir.path,
    "claude",
    [
      version,
      says({ type: "assistant", message: { content: [{ type: "text", text: "OK" }] } }),
      says({ type: "result", is_error: false, subtype: "success", result: "OK" }),
    ].join("\n"),
  );
  fakeProgram(
    dir.path,
    "codex",
    `${version}\n${says({ type: "turn.failed", error: { message: "unexpected status 401 Unauthorized" } })}; exit 1`,
  );
  const { stdout, code } = await malamar(["doctor", "--deep"], {
    PATH: `${dir.path}:/usr/bin:/bin`,
    MALAMAR_DATA_DIR: join(dir.path, "data"),
  });
  expect(stdout).toContain(
    `✓ Claude Code: healthy (claude found at ${claude}, its model answers)\n`,
  );
  expect(stdout).toContain(
    "✗ Codex CLI: unhealthy (test prompt failed: CLI exited with code 1. unexpected status 401 Unauthorized)\n  Codex CLI is not logged in, or its login is no longer accepted.",
  );
  expect(stdout).toContain("✗ Gemini CLI: unhealthy (binary not found in PATH)\n");
  expect(stdout).toContain("1 of 5 CLIs available");
  expect(code).toBe(0);
});

test("an interrupted doctor --deep leaves no CLI behind", async () => {
  using dir = tempDir();
  const mark = join(dir.path, "pid");
  const hangs = `sleep 1000 & echo $! > ${mark}; wait`;
  fakeProgram(dir.path, "claude", `[ "$1" = --version ] && { echo 2.1.325; exit; }\n${hangs}`);
  const doctor = Bun.spawn([process.execPath, MAIN, "doctor", "--deep"], {
    env: { PATH: `${dir.path}:/usr/bin:/bin`, HOME: dir.path, TMPDIR: dir.path },
    stdio: ["ignore", "pipe", "pipe"],
  });
  while (!existsSync(mark) || readFileSync(mark, "utf8") === "") {
    await new Promise((resolve) => setImmediate(resolve));
  }
  doctor.kill("SIGINT");
  expect(await doctor.exited).toBe(1);
  expect(existsSync(`/proc/${readFileSync(mark, "utf8").trim()}/cwd`)).toBe(false);
  expect(readdirSync(dir.path).filter((name) => name.startsWith("malamar_check_"))).toEqual([]);
});

test.each([
  [[], "No CLI is installed"],
  [["--data-dir", "/tmp/any"], "--real and --data-dir cannot be combined"],
])("demo --real %j is refused with what to do", async (more, problem) => {
  const { stderr, code } = await malamar(["demo", "--real", ...more], { PATH: "/usr/bin:/bin" });
  expect(code).toBe(1);
  expect(stderr).toContain(problem);
});

test("doctor before the first start touches nothing and reports no problem", async () => {
  using dir = tempDir();
  const dataDir = join(dir.path, "later");
  const { stdout, code } = await malamar(["doctor"], { MALAMAR_DATA_DIR: dataDir });
  expect(code).toBe(0);
  expect(stdout).toContain("(not there yet, created at first start)");
  expect(existsSync(dataDir)).toBe(false);
});

test.each([
  ["a file", (dir: string) => write(join(dir, "file"))],
  ["a link that leads nowhere", (dir: string) => link(join(dir, "nowhere"), join(dir, "link"))],
  ["a folder that nothing can be put into", closedFolder],
  ["what the kernel shows as a folder", () => "/proc"],
  ["a name that is too long", (dir: string) => join(dir, "x".repeat(300))],
])("doctor notices that a directory below %s can never be created", async (_what, make) => {
  using dir = tempDir();
  const parent = make(dir.path);
  for (const dataDir of [join(parent, "data"), join(parent, "deep/er/data")]) {
    const { stdout, code } = await malamar(["doctor", "--data-dir", dataDir]);
    expect(stdout).toContain(`✗ Data directory: ${dataDir} (cannot be created)\n`);
    expect(code).toBe(1);
  }
});

test("doctor notices a dangling link in the way", async () => {
  using dir = tempDir();
  const dataDir = link(join(dir.path, "nowhere"), join(dir.path, "link"));
  const { stdout, code } = await malamar(["doctor", "--data-dir", dataDir]);
  expect(stdout).toContain(`✗ Data directory: ${dataDir} (cannot be created)\n`);
  expect(code).toBe(1);
  expect(readdirSync(dir.path)).toEqual(["link"]);
});

function write(path: string): string {
  writeFileSync(path, "");
  return path;
}

function link(target: string, path: string): string {
  symlinkSync(target, path);
  return path;
}

/** File modes do not restrict root, so root gets one that no mode opens. */
function closedFolder(dir: string): string {
  if (process.getuid?.() === 0) return "/sys";
  const path = join(dir, "closed");
  mkdirSync(path, { mode: 0o500 });
  return path;
}

test("doctor shortens the home directory, but nothing that only looks like it", async () => {
  using dir = tempDir();
  const look = async (path: string) =>
    (await malamar(["doctor", "--data-dir", path], { HOME: dir.path })).stdout;
  expect(await look(join(dir.path, "x"))).toContain("Data directory: ~/x (");
  expect(await look(`${dir.path}x`)).toContain(`Data directory: ${dir.path}x (`);
});

test("doctor leaves no file behind", async () => {
  using dir = tempDir();
  await (await createTestApp({ dataDir: dir.path })).stop();
  for (const name of ["malamar.db-wal", "malamar.db-shm"]) {
    rmSync(join(dir.path, name), { force: true });
  }
  const before = readdirSync(dir.path);
  expect((await malamar(["doctor", "--data-dir", dir.path])).code).toBe(0);
  expect(readdirSync(dir.path)).toEqual(before);
});

test("doctor fails on a broken database, but not on a bad setting", async () => {
  using dir = tempDir();
  writeFileSync(join(dir.path, "malamar.db"), "not a database at all, not even close");
  const broken = await malamar(["doctor", "--data-dir", dir.path]);
  expect(broken.code).toBe(1);
  expect(broken.stdout).toContain("✗ Database: malamar.db (cannot be read: ");

  const setting = await malamar(["doctor", "--data-dir", join(dir.path, "none"), "--port", "x"]);
  expect(setting.code).toBe(0);
  expect(setting.stdout).toContain("✗ Configuration: --port: must be a whole number");
});

test("a port in use is named, with what to do", async () => {
  using dir = tempDir();
  const other = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() });
  const { port } = other;
  const { stderr, code } = await malamar(["--port", `${port}`, "--data-dir", dir.path]);
  await other.stop(true);
  expect(code).toBe(1);
  expect(stderr).toBe(
    `malamar: Port ${port} is already in use on 127.0.0.1. Stop the program that uses it, or choose another port with --port or MALAMAR_PORT.\n`,
  );
});

test("a second Malamar on the same data directory is refused", async () => {
  await using app = await createTestApp();
  const { stderr, code } = await malamar(["--port", "0", "--data-dir", app.dataDir]);
  expect(code).toBe(1);
  expect(stderr).toStartWith(
    `malamar: Another Malamar is already running on the data directory ${app.dataDir}. It is pid ${process.pid}.`,
  );
});

test("a broken database stops the start and is left unchanged", async () => {
  using dir = tempDir();
  const path = join(dir.path, "malamar.db");
  writeFileSync(path, "precious, if unreadable");
  const { stderr, code } = await malamar(["--port", "0", "--data-dir", dir.path]);
  expect(code).toBe(1);
  expect(stderr).toContain(`The database ${path} cannot be read`);
  expect(await Bun.file(path).text()).toBe("precious, if unreadable");
});

test("a data directory that cannot be created is named", async () => {
  using dir = tempDir();
  writeFileSync(join(dir.path, "file"), "");
  const dataDir = join(dir.path, "file/data");
  const { stderr, code } = await malamar(["--port", "0", "--data-dir", dataDir]);
  expect(code).toBe(1);
  expect(stderr).toContain(`The data directory ${dataDir} cannot be created`);
  expect(readdirSync(dir.path)).toEqual(["file"]);
});
