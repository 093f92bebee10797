import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { CliHealth } from "@malamar/contract/cli.ts";
import type { ServerEvent } from "@malamar/contract/event.ts";
import { loadConfig } from "@malamar/server/config/config.ts";
import { makeProject } from "./demo-project.ts";
import { createDemoWorkspaces } from "./demo-workspaces.ts";
import { readWorkspaceFile } from "@malamar/server/domain/workspace-file/read-workspace-file.ts";
import { createLogger } from "@malamar/server/lib/logger.ts";
import { USER } from "@malamar/server/testing/actors.ts";
import { tempDir } from "@malamar/server/testing/temp-dir.ts";
import { createApp } from "@malamar/server/app.ts";

const MAIN = join(import.meta.dir, "../server/src/main.ts");

const WITH_GIT = "/usr/bin:/bin";

/** The demo's own team without the pauses for viewers. */
async function startTeam(dir: string, PATH = "") {
  const { config } = loadConfig(new Map(), {});
  const app = await createApp({
    config: { ...config, "data-dir": join(dir, "data"), "temp-dir": join(dir, "work") },
    environment: { PATH },
    webRoot: join(dir, "no-page"),
    logger: createLogger({ level: "error", format: "text" }),
    // No file is changed twice in a second and keeps its size.
    pauseGit: async () => {},
    createFirstWorkspace: async ({ importWorkspace, git, ...services }) => {
      const project = await makeProject(git, join(dir, "summer-party"));
      createDemoWorkspaces(
        {
          ...services,
          importWorkspace: (actor, file) => {
            const quick = { ...file, agents: file.agents.map(withoutPauses) };
            // The demo's files are as valid as a file from outside.
            return importWorkspace(actor, readWorkspaceFile(JSON.stringify(quick)));
          },
        },
        { project },
      );
    },
  });
  const rows = app.workspaceService.list({}).rows;
  const workspace = rows.find(({ title }) => title === "Demo: a team at work")!;
  const newsletter = rows.find(({ title }) => title === "Demo: the newsletter")!;
  const tasks = (id = workspace.id) => app.taskService.list(id, {}).rows;

  /** Until no agent has anything to do. */
  async function atRest(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const isAtRest = () =>
      [...tasks(), ...tasks(newsletter.id)].every(
        ({ status }) => status === "in_review" || status === "done",
      );
    const look = () => isAtRest() && resolve();
    const unsubscribe = app.bus.subscribe(look);
    look();
    await promise;
    unsubscribe();
  }

  return { app, workspace, newsletter, tasks, atRest, [Symbol.asyncDispose]: () => app.stop() };
}

function withoutPauses<Played extends { instruction: string }>(agent: Played): Played {
  return { ...agent, instruction: agent.instruction.replaceAll(/^ +wait .*$/gm, "") };
}

const startsOf = (events: readonly ServerEvent[], summary: string) =>
  events
    .filter((event) => event.type === "agent.execution_started")
    .filter((event) => event.task_summary.includes(summary))
    .map((event) => event.agent_name);

test("the demo team tells its story in a repository, and answers a comment", async () => {
  using dir = tempDir();
  await using team = await startTeam(dir.path, WITH_GIT);
  const { app, workspace } = team;
  expect(app.workspaceService.list({}).rows).toHaveLength(2);

  await app.startLoop();
  await team.atRest();
  const events = app.bus.after(0)!.map(({ event }) => event);
  const pass = ["Planner", "Implementer", "Reviewer", "Approver"];
  expect(startsOf(events, "countdown")).toEqual([...pass, ...pass]);
  expect(startsOf(events, "invitation")).toEqual(pass);
  expect(startsOf(events, "playlist")).toEqual(["Planner", "Implementer", ...pass]);
  expect(events.filter(({ type }) => type === "task.error_occurred")).toHaveLength(1);

  const worked = (word: string) => team.tasks().find(({ summary }) => summary.includes(word))!;
  const countdown = worked("countdown");
  const { working_directory, spend } = app.taskService.get(countdown.id);
  const page = readFileSync(join(working_directory!, "countdown.js"), "utf8");
  expect(page).toContain("It was lovely.");
  expect(spend.cost_usd).toBeGreaterThan(0);
  expect(countdown.changes).toMatchObject({ files: 3 });
  expect(worked("invitation").changes).toMatchObject({ files: 1 });
  expect(worked("playlist").changes).toMatchObject({ files: 2 });
  // Each on its own branch, beside a checkout that stays as it was.
  const repository = join(dir.path, "summer-party");
  expect(workspace).toMatchObject({
    working_directory_mode: "git",
    working_directory_path: repository,
  });
  expect(readFileSync(join(repository, "index.html"), "utf8")).toContain("The date will follow");

  app.taskService.comment(USER, countdown.id, "Make it blue, please.");
  await team.atRest();
  const said = app.taskService.comments(countdown.id, {}).rows.map(({ content }) => content);
  expect(said.at(-2)).toContain("> Make it blue, please.");
  expect(said.at(-1)).toStartWith("## Ready for your review");

  app.taskService.create(USER, workspace.id, { summary: "Find a place" });
  await team.atRest();
  const own = team.tasks().find(({ summary }) => summary === "Find a place")!;
  const result = join(app.taskService.get(own.id).working_directory!, "result.md");
  expect(readFileSync(result, "utf8")).toStartWith("# Find a place\n");
}, 30_000);

test("a demo team has a past: tasks that wait for the person, and the chat that built it", async () => {
  using dir = tempDir();
  await using team = await startTeam(dir.path);
  const { app, newsletter } = team;
  expect(app.taskService.attention()).toMatchObject([
    {
      guard: "max_passes",
      detail: "5 passes without your input (limit 5)",
      workspace_id: newsletter.id,
    },
    { guard: null, task_summary: "Write newsletter no. 13" },
    { guard: null, task_summary: "Compare three places with a garden" },
    { guard: null, task_summary: "Draft the budget" },
  ]);

  const [summary] = app.chatService.list(newsletter.id, {}).rows;
  const { messages } = app.chatService.get(summary!.id);
  expect(messages.map(({ role }) => role)).toEqual(["user", "agent", "user", "agent"]);
  const made = messages.at(-1)!.actions!.map(({ result }) => result);
  const agents = app.agentService.list(newsletter.id).rows;
  expect(made.flatMap(({ agent_id }) => agent_id ?? [])).toEqual(agents.map(({ id }) => id));
  const first = app.taskService.get(made.flatMap(({ task_id }) => task_id ?? [])[0]!);
  expect(first).toMatchObject({ summary: "Write newsletter no. 12", status: "done" });
});

test("a comment on a past task, or a message in its chat, gets an answer, even without git", async () => {
  using dir = tempDir();
  await using team = await startTeam(dir.path);
  const { app, newsletter } = team;
  await app.startLoop();
  await team.atRest();
  const draft = team.tasks(newsletter.id).find(({ summary }) => summary.includes("no. 13"))!;
  app.taskService.comment(USER, draft.id, "Leave out the comments.");
  await team.atRest();
  const said = app.taskService.comments(draft.id, {}).rows.slice(-3);
  expect(said.map(({ author_name }) => author_name)).toEqual(["Researcher", "Writer", "Editor"]);
  expect(said[0]!.content).toContain("> Leave out the comments.");

  const [chat] = app.chatService.list(newsletter.id, {}).rows;
  app.chatService.send(USER, chat!.id, "Write newsletter no. 14");
  await new Promise<void>((resolve) => {
    app.bus.subscribe(({ event }) => {
      if (event.type === "task.created" && event.workspace_id === newsletter.id) resolve();
    });
  });
  expect(app.chatService.get(chat!.id).messages.at(-1)!.message).toStartWith(
    "Done: the team starts",
  );
}, 30_000);

/** A demo as a person starts it, with this directory for everything temporary. */
function startDemo(dir: string, argv: string[], env: Record<string, string> = {}) {
  const child = Bun.spawn([process.execPath, "--no-env-file", MAIN, "demo", ...argv], {
    env: { HOME: dir, PATH: "/usr/bin:/bin", TMPDIR: dir, ...env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    // One that does not stop must not outlive its test.
    timeout: 20_000,
    killSignal: "SIGKILL",
  });
  const decoder = new TextDecoder();
  const reader = child.stdout.getReader();
  let printed = "";
  return {
    child,
    /** Reads on until this was printed. */
    async printed(pattern: RegExp): Promise<RegExpExecArray> {
      for (;;) {
        const found = pattern.exec(printed);
        if (found) return found;
        const { value, done } = await reader.read();
        if (done) throw new Error(`Not printed: ${pattern}, but: ${printed}`);
        printed += decoder.decode(value, { stream: true });
      }
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}

test("the demo runs next to a Malamar, reports what happens, and leaves nothing behind", async () => {
  using dir = tempDir();
  const kept = join(dir.path, "real");
  await using first = startDemo(dir.path, [], {
    MALAMAR_DATA_DIR: kept,
    MALAMAR_WORKTREE_DIR: join(kept, "worktrees"),
  });
  const [, address] = await first.printed(/The team is at (http:[^;\s]+)/);
  const clis = (await (await fetch(`${address}/api/health/cli`)).json()) as CliHealth[];
  expect(clis.filter(({ status }) => status === "healthy").map(({ label }) => label)).toContain(
    "Demo CLI",
  );
  await first.printed(/Each task changes the repository \S+\/summer-party on a branch of its own/);
  await using second = startDemo(dir.path, [], { PATH: "" });
  await second.printed(/The team works without a repository.*: git was not found\./);
  const [, other] = await second.printed(/The team is at (http:[^;\s]+)/);
  expect(address).not.toBe(other);
  await first.printed(/0:00 {2}Planner started/);
  const answer = await fetch(`${address}/api/workspaces`);
  expect(await answer.json()).toMatchObject([
    { title: "Demo: a team at work" },
    { title: "Demo: the newsletter" },
  ]);

  for (const { child } of [first, second]) child.kill("SIGTERM");
  expect(await Promise.all([first.child.exited, second.child.exited])).toEqual([0, 0]);
  expect(readdirSync(dir.path).filter((name) => name.startsWith("malamar-demo-"))).toEqual([]);
  expect(existsSync(kept)).toBe(false);
}, 30_000);

test("in a directory of its own the demo stays, and does not start twice", async () => {
  using dir = tempDir();
  const kept = join(dir.path, "kept");
  {
    await using demo = startDemo(dir.path, ["--data-dir", kept, "--port", "0"]);
    await demo.printed(/The data directory stays/);
    demo.child.kill("SIGTERM");
    expect(await demo.child.exited).toBe(0);
  }
  expect(existsSync(join(kept, "malamar.db"))).toBe(true);
  expect(existsSync(join(kept, "summer-party/.git"))).toBe(true);
  await using again = startDemo(dir.path, ["--data-dir", kept, "--port", "0"]);
  expect(await again.child.stderr.text()).toContain(`There is already a database in ${kept}.`);
  expect(await again.child.exited).toBe(1);
}, 30_000);
