import { expect, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { ErrorBody } from "@malamar/contract/error.ts";
import type { SessionId } from "@malamar/contract/ids.ts";
import type { SetupTrial } from "@malamar/contract/setup-trial.ts";
import { newId } from "#lib/id.ts";
import { createSetupTrialStreams } from "#http/setup-trial-stream.ts";
import { gitEnvironment } from "#testing/git-repository.ts";
import { isAlive, liveProcesses, staying, until } from "#testing/live-processes.ts";
import { createLoopApp } from "#testing/loop-app.ts";
import { createRepositoryInTime, type RepositoryInTime } from "#testing/repository-in-time.ts";

const tryOut = (
  { send, workspace }: Pick<RepositoryInTime, "send" | "workspace">,
  body: object,
  init = {},
) => send("POST", `/api/workspaces/${workspace.id}/setup`, { body, ...init });

/** What the stream says at its end. */
async function endOf(answering: Promise<Response>): Promise<SetupTrial> {
  const text = await (await answering).text();
  return JSON.parse(
    text
      .trim()
      .split("\n\n")
      .at(-1)!
      .replace(/^data: /, ""),
  ) as SetupTrial;
}

async function refusalOf(answering: Promise<Response>): Promise<string> {
  const response = await answering;
  const { error } = (await response.json()) as ErrorBody;
  return `${response.status} ${error.message}`;
}

/** Everything that a trial could leave. */
function left({ dataDir, repository }: Pick<RepositoryInTime, "dataDir" | "repository">) {
  const namesIn = (path: string) => (existsSync(path) ? readdirSync(path) : []);
  return {
    notes: namesIn(join(dataDir, "trials")),
    directories: namesIn(join(dataDir, "worktrees/.trials")),
    known: namesIn(join(repository.path, ".git/worktrees")),
    refs: repository.git("for-each-ref", "--format=%(refname)").split("\n"),
  };
}

const NOTHING = { notes: [], directories: [], known: [], refs: ["refs/heads/main"] };

test("a setup command is tried as in a new worktree of the base, and nothing of it is stored or left", async () => {
  await using app = await createRepositoryInTime({
    files: { ".gitignore": ".env\n", "web/index.html": "1\n" },
  });
  const { repository } = app;
  repository.git("branch", "release");
  repository.commit({ "later.txt": "1\n" });
  repository.write({ ".env": "KEY=1\n", "uncommitted.txt": "mine\n" });
  const base = repository.git("rev-parse", "release");
  const command = `pwd; ls -A ..; cat ../.env; git rev-parse HEAD; git branch --show-current;
    echo "$MALAMAR_REPOSITORY"; echo "\${MALAMAR_TASK_ID:?}" "\${MALAMAR_BRANCH:?}" > made.txt; exit 3`;
  // The form need not be saved.
  const trial = await endOf(
    tryOut(app, {
      setup_command: command,
      base_branch: "release",
      working_directory_path: join(repository.path, "web"),
    }),
  );
  expect(trial).toMatchObject({
    state: "failed",
    problem: "The setup command failed (exit code 3).",
    notices: [],
  });
  const [cwd, ...said] = trial.output.split("\n");
  expect(cwd).toMatch(/\/worktrees\/\.trials\/[\w-]{21}\/website-[0-9a-f]{8}\/web$/);
  expect(said).toEqual([".env", ".git", ".gitignore", "web", "KEY=1", base, repository.path]);
  expect(await endOf(tryOut(app, { setup_command: "seq 5000; echo done >&2" }))).toMatchObject({
    state: "passed",
    problem: null,
    output: expect.stringMatching(/^(?!1\n)[\d\n]{4000,}5000\ndone$/),
  });
  const rows = (table: string) => app.db.query(`SELECT * FROM ${table}`).all();
  expect([rows("check_runs"), rows("worktrees"), rows("checkpoints")]).toEqual([[], [], []]);
  expect(app.published.filter(({ type }) => type === "worktree.updated")).toEqual([]);
  await app.stop();
  expect(left(app)).toEqual({ ...NOTHING, refs: ["refs/heads/main", "refs/heads/release"] });
  expect(repository.git("status", "--porcelain")).toBe("?? uncommitted.txt");
});

test("a trial ends with its client, and with its session", async () => {
  using processes = liveProcesses();
  await using app = await createRepositoryInTime();
  const setup_command = staying(processes.path, "one.pid");
  const response = await tryOut(app, { setup_command });
  const pid = await processes.pidOf("one.pid");
  expect(await refusalOf(tryOut(app, { setup_command: "true" }))).toBe(
    "409 The setup command of this workspace is already being tried. Stop that trial, or wait for it.",
  );
  await response.body!.cancel();
  await until(() => !isAlive(pid));

  const streams = createSetupTrialStreams();
  const { promise: over, resolve } = Promise.withResolvers<SetupTrial>();
  const rest = { problem: null, notices: [], output: "", duration_ms: 1 };
  const now: SetupTrial = { state: "running", ...rest };
  const end: SetupTrial = { ...now, state: "failed", problem: "The setup command was stopped." };
  const [mine, other] = [newId<SessionId>(), newId<SessionId>()];
  const trial = { now: () => now, over, stop: () => resolve(end) };
  const stopped = streams.open(trial, mine);
  streams.endSession(other);
  streams.endSession(mine);
  expect(await endOf(Promise.resolve(stopped))).toEqual(end);
});

test("a stop, and the start after a crash, leave nothing of a trial behind", async () => {
  using processes = liveProcesses();
  await using app = await createRepositoryInTime();
  const { dir, dataDir, repository } = app;
  void tryOut(app, { setup_command: staying(processes.path, "one.pid") });
  const pid = await processes.pidOf("one.pid");
  const [id] = readdirSync(join(dataDir, "worktrees/.trials"));
  const crashed = [dataDir, repository.path].map((path) => [path, `${path}.crashed`] as const);
  for (const [path, copy] of crashed) cpSync(path, copy, { recursive: true });
  await app.stop();
  expect(isAlive(pid)).toBe(false);
  expect(left(app)).toEqual(NOTHING);

  for (const [path, copy] of crashed) {
    rmSync(path, { recursive: true });
    renameSync(copy, path);
  }
  rmSync(join(dataDir, "malamar.lock"), { force: true });
  expect(left(app)).toMatchObject({ notes: [`${id}.json`], directories: [id] });
  const [known] = left(app).known;
  // A git that was killed earlier has not named the worktree yet.
  const unfinished = join(repository.path, ".git/worktrees", `${known}1`);
  mkdirSync(unfinished);
  const environment = gitEnvironment(join(dir, "home"));
  const again = await createLoopApp({ dataDir, environment });
  await again[Symbol.asyncDispose]();
  expect(left(app)).toEqual(NOTHING);
});

test("only people may try a setup command, and only where a task could work", async () => {
  await using app = await createRepositoryInTime();
  const headers = { authorization: `Bearer ${app.token?.value ?? "x"}` };
  expect(await refusalOf(tryOut(app, { setup_command: "true" }, { headers }))).toBe(
    "403 Only a person who is logged in can try a setup command. A script can save it.",
  );
  const refusal = (body: object) => refusalOf(tryOut(app, body));
  expect(await refusal({})).toStartWith("400 setup_command: ");
  expect(await refusal({ setup_command: " \n" })).toBe("400 setup_command: must not be empty");
  expect(await refusal({ setup_command: "true", title: "x", base_branch: "-x" })).toStartWith(
    "400 base_branch: ",
  );
  expect(await refusal({ setup_command: "true", base_branch: "next" })).toBe(
    "409 The setup command cannot be tried: the branch next does not exist.",
  );
  expect(await refusal({ setup_command: "true", working_directory_path: null })).toBe(
    "409 The setup command cannot be tried: the workspace names no working directory.",
  );
  await app.call("PUT", "/api/settings", { body: { min_free_disk_mb: 1e9 } });
  expect((await endOf(tryOut(app, { setup_command: "true" }))).problem).toMatch(
    /^The worktree could not be created: .*\/worktrees has \d+ MB free, 1000000000 are wanted\.$/,
  );
  expect(left(app)).toEqual(NOTHING);
});
