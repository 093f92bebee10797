import { join } from "node:path";
import { mkdirSync } from "node:fs";
import type { Agent } from "@malamar/contract/agent.ts";
import type { Chat } from "@malamar/contract/chat.ts";
import { InstalledCliType } from "@malamar/contract/cli.ts";
import type { Task } from "@malamar/contract/task.ts";
import type { UpdateSettings } from "@malamar/contract/settings.ts";
import { copyDatabase } from "#db/copy-database.ts";
import { databasePath } from "#data-directory/data-directory.ts";
import { TRIGGER, USER } from "./actors.ts";
import { answers, createChatApp } from "./chat-app.ts";
import { createTestApp, tickingClock, type TestAppOptions } from "./create-test-app.ts";
import { missingKinds } from "./every-kind-of-row.ts";
import {
  asksForReview,
  fails,
  hangs,
  hitsQuota,
  isNotLoggedIn,
  says,
  scriptedTeam,
  skip,
  type Part,
} from "./scripted-team.ts";
import { addRowsOfRepositories } from "./rows-of-repositories.ts";
import { rowsIn } from "./rows-in.ts";
import { tempDir } from "./temp-dir.ts";
import { virtualTime } from "./virtual-time.ts";

type App = Awaited<ReturnType<typeof createTestApp>>;
type ChatApp = Awaited<ReturnType<typeof createChatApp>>;
/**
 * What all processes have: the same clock, and timers that never fire, so that waiting tasks keep
 * waiting.
 */
type Life = Required<Pick<TestAppOptions, "dataDir" | "clock" | "timers">>;

/**
 * Writes a database with every kind of row, as the real application leaves it: a first process with
 * a past that ends in a crash, a second one in which the work continues, and a last moment in which
 * nobody works.
 */
export async function makeLivedInDatabase(target: string): Promise<void> {
  using dir = tempDir();
  const [clock, { timers }] = [tickingClock(), virtualTime()];
  const life = (name: string): Life => {
    mkdirSync(join(dir.path, name));
    return { dataDir: join(dir.path, name), clock, timers };
  };
  const [past, crashed, last] = [life("past"), life("crashed"), life("last")];
  await liveThePast(past, crashed.dataDir);
  await goOnAfterTheCrash(crashed, last.dataDir);
  await liveTheLastMoment(last, target);
}

async function liveThePast(life: Life, next: string): Promise<void> {
  await using app = await createChatApp({
    ...life,
    healthy: ["claude", "codex"],
    workspace: { title: "Website", description: "Be brief.", max_tokens: 2_000_000 },
  });
  const planner = await app.hire("Planner", { cli_type: "claude" });
  const builder = await app.hire("Builder", { cli_type: "codex", model: "gpt-5.2-codex" });
  const intern = await app.hire("Intern", { cli_type: "opencode" });
  await finishATask(app, intern);
  await deleteATask(app);
  await cancelATask(app);
  await failAtATask(app);
  await tripAGuard(app);
  await hitAQuota(app);
  await breakAnEngine(app);
  await holdATask(app);
  await talkToMalamar(app);

  // Both are running when the crash comes.
  const chat = await app.startChat({ agent_id: builder.id, title: "Where is the mail?" });
  app.script.parts["Builder"] = inOrder(answers("Behind the form."), hangs);
  await app.ask(chat.id, "Where is it?");
  await app.send(chat.id, "Which form?");
  await untilRunning(app, 1);
  app.script.parts[planner.name] = hangs;
  await app.createTask({ summary: "Move to the new host" });
  await untilRunning(app, 2);
  copyDatabase(app.db, databasePath(next));
}

/** Repeated comments, a review, an agent that is deleted as well; Done. */
async function finishATask(app: ChatApp, intern: Agent): Promise<void> {
  play(app, {
    Planner: inOrder(says("First the form, then the mail."), skip),
    Builder: inOrder(costs(says("The form is there.")), costs(asksForReview), skip),
    Intern: inOrder(says("I have a question."), skip),
  });
  const { id } = await app.createTask({
    summary: "Ship the sign-up page",
    description: "And mail",
  });
  await app.taskWorkers.drain();
  await app.comment(id, "Looks good, ship it.");
  await app.taskWorkers.drain();
  await app.call("DELETE", `/api/agents/${intern.id}`);
  await app.call("PUT", `/api/tasks/${id}`, { body: { description: "And a mail" } });
  await app.move(id, "todo");
  await app.call("POST", `/api/tasks/${id}/prioritize`, { body: {} });
  await app.call("POST", `/api/tasks/${id}/prioritize`, { body: { is_priority: false } });
  await app.taskWorkers.drain();
  await app.move(id, "done");
  await app.note(id, "The old page stays until May.");
  const { body: edited } = await app.comment(id, "Well dun.");
  await app.editComment(edited.id, "Well done.");
  const { body: deleted } = await app.comment(id, "Meant for another task.");
  await app.deleteComment(deleted.id);
  app.taskService.comment(TRIGGER, id, "The nightly build is green.");
}

/** It leaves a gap in the row numbers, so that renumbering is noticed. */
async function deleteATask(app: ChatApp): Promise<void> {
  play(app, { Planner: inOrder(says("Why?"), skip, says("Bigger."), skip), Builder: skip });
  const gone = await app.createTask({ summary: "Write a manifesto" });
  await app.taskWorkers.drain();
  await app.createTask({ summary: "Größe der Knöpfe (日本語)" });
  await app.taskWorkers.drain();
  await app.call("DELETE", `/api/tasks/${gone.id}`);
}

/** It waits at first, continues, and is on hold again; its workspace pauses meanwhile. */
async function holdATask(app: ChatApp): Promise<void> {
  const workspace = await app.createWorkspace({ title: "Someday", pickup_order: "newest_first" });
  const { id } = await app.createTask(
    { summary: "Learn to sail", labels: ["Sea", "später"], is_on_hold: true },
    workspace,
  );
  const path = `/api/workspaces/${workspace.id}`;
  for (const is_paused of [true, false, true]) {
    await app.call("PUT", path, { body: { is_paused } });
    await app.call("PUT", `/api/tasks/${id}`, { body: { is_on_hold: !is_paused } });
  }
}

async function cancelATask(app: ChatApp): Promise<void> {
  play(app, { Planner: hangs });
  const { id } = await app.createTask({ summary: "Rewrite it in another language" });
  await untilRunning(app, 1);
  await app.cancel(id);
}

async function failAtATask(app: ChatApp): Promise<void> {
  play(app, { Planner: fails(1, "no network") });
  await app.createTask({ summary: "Fix the login" });
  await app.taskWorkers.drain();
}

async function tripAGuard(app: ChatApp): Promise<void> {
  play(app, { Talker: says("One more thing.") });
  const workspace = await app.createWorkspace({
    title: "Data pipeline",
    working_directory_mode: "static",
    working_directory_path: "/tmp",
    max_passes: 1,
    max_cost_usd: 5,
  });
  await app.createAgent(workspace.id, { name: "Talker", instruction: "Talker", cli_type: "qwen" });
  await app.createTask({ summary: "Load the old orders" }, workspace);
  await app.taskWorkers.drain();
}

async function hitAQuota(app: ChatApp): Promise<void> {
  play(app, { Translator: hitsQuota() });
  const { id } = await app.createWorkspace({ title: "Translations" });
  const translator = { name: "Translator", instruction: "Translator" };
  await app.createAgent(id, { ...translator, cli_type: "gemini" });
  await app.call("POST", `/api/workspaces/${id}/tasks`, { body: { summary: "Translate it" } });
  await app.taskWorkers.drain();
}

/** Three are enough; the fourth waits for it from the start. */
async function breakAnEngine(app: ChatApp): Promise<void> {
  play(app, { Archivist: isNotLoggedIn });
  const { id } = await app.createWorkspace({ title: "Archive" });
  const archivist = { name: "Archivist", instruction: "Archivist" };
  await app.createAgent(id, { ...archivist, cli_type: "qwen" });
  for (const year of [2021, 2022, 2023, 2024]) {
    await app.call("POST", `/api/workspaces/${id}/tasks`, { body: { summary: `Sort ${year}` } });
    await app.taskWorkers.drain();
  }
}

/** Actions are done, refused, and too late; then the answers fail, and are stopped. */
async function talkToMalamar(app: ChatApp): Promise<void> {
  const rename = { type: "rename_chat", title: "How to begin" };
  play(app, {
    Malamar: inOrder(
      answers("Hello", rename, { type: "create_task", summary: "" }),
      answers("Nothing more.", rename),
      fails(3, "overloaded"),
      hangs,
    ),
  });
  const { id } = await app.startChat();
  for (const words of ["Hello", "And now?", "Still there?"]) await app.ask(id, words);
  await app.send(id, "Take your time.");
  await untilRunning(app, 1);
  await app.stopAnswer(id);
  await app.startChat();
}

/** Interrupted work is lost, restarted, and active when this process ends. Someone logs in. */
async function goOnAfterTheCrash(life: Life, next: string): Promise<void> {
  const { createEngines } = scriptedTeam({ Planner: hangs, Builder: hangs });
  const token = "a-token-of-nobody";
  await using app = await createTestApp({ ...life, createEngines, config: { token } });
  await app.call("POST", "/api/login", { body: { token } });
  await app.startLoop();
  await untilRunning(app, 2);
  copyDatabase(app.db, databasePath(next));
}

/** Nobody works, so requests stay in the queue, and no channel is notified. */
async function liveTheLastMoment(life: Life, target: string): Promise<void> {
  await using app = await createTestApp(life);
  const settings = await app.call("PUT", "/api/settings", { body: SETTINGS });
  if (settings.status !== 200) throw new Error(`No settings: ${JSON.stringify(settings.body)}`);
  const { id } = await app.createWorkspace({ title: "Not begun" });
  const agent = await app.createAgent(id, { cli_type: "opencode" });
  const task = await app.call<Task>("POST", `/api/workspaces/${id}/tasks`, {
    body: { summary: "Begin" },
  });
  const asked = { content: "What is it about?", asks_agent_id: agent.id };
  await app.call("POST", `/api/tasks/${task.body.id}/comments`, { body: asked });
  // A crash comes before its text is cut out of the inputs of runs.
  const { id: deleted } = app.taskService.comment(USER, task.body.id, "Never mind.");
  app.commentService.remove(USER, deleted);
  const chat = await app.call<Chat>("POST", `/api/workspaces/${id}/chats`, {
    body: { agent_id: agent.id },
  });
  const message = { message: "Is anyone there?" };
  await app.call("POST", `/api/chats/${chat.body.id}/messages`, { body: message });
  // Nobody works, so no directory is in use, and the disk has room: these waits would end at once.
  for (const wait_reason of ["disk", "directory"] as const) {
    rowsIn(app.db).task({ workspace_id: id, summary: "Wait", wait_reason, wait_detail: "Begin" });
  }
  addRowsOfRepositories(app.db, id, life.clock());
  const missing = missingKinds(app.db);
  if (missing.length > 0) throw new Error(`Some kinds of rows are missing: ${missing.join("; ")}`);
  // A small page: most tables and indexes have only a few rows.
  app.db.run("PRAGMA page_size = 1024");
  copyDatabase(app.db, target);
}

const SETTINGS: Required<UpdateSettings> = {
  mailgun_api_key: "key-of-nobody",
  mailgun_domain: "mg.example.com",
  mailgun_from_email: "malamar@mg.example.com",
  mailgun_to_email: "me@example.com",
  mailgun_base_url: "https://api.eu.mailgun.net",
  webhook_url: "https://example.com/hook",
  webhook_secret: "secret-of-nobody",
  slack_webhook_url: "https://example.com/slack",
  discord_webhook_url: "https://example.com/discord",
  ntfy_url: "https://ntfy.example.com/malamar",
  ntfy_token: "tk_of_nobody",
  notify_on_error: false,
  notify_on_in_review: true,
  is_paused: true,
  min_free_disk_mb: 4096,
  checkpoint_max_file_mb: 20,
  kept_work_days: 60,
  cli_settings: Object.fromEntries(
    InstalledCliType.options.map((type) => [
      type,
      { binary_path: `/opt/${type}/bin/${type}`, env_vars: { EXAMPLE_KEY: "of-nobody" } },
    ]),
  ),
};

function play(app: ChatApp, parts: Record<string, Part>): void {
  Object.assign(app.script.parts, parts);
}

/** One part for each turn, the last one for all later turns. */
function inOrder(...parts: Part[]): Part {
  return (turn) => (parts.length > 1 ? parts.shift()! : parts[0]!)(turn);
}

function costs(part: Part): Part {
  return (turn) => {
    const tokens = { input_tokens: 1200, output_tokens: 340, cached_tokens: 800 };
    turn.tell({ type: "usage", ...tokens, cost_usd: 0.0421 });
    return part(turn);
  };
}

async function untilRunning(app: Pick<App, "db">, count: number): Promise<void> {
  const running = app.db.query<{ count: number }, []>(
    "SELECT count(*) AS count FROM runs WHERE status = 'running'",
  );
  while (running.get()!.count < count) await new Promise(setImmediate);
}
