import { expect, test } from "bun:test";
import type { Workspace } from "@malamar/contract/workspace.ts";
import { USER } from "#testing/actors.ts";
import { createTestApp } from "#testing/create-test-app.ts";
import { gate } from "#testing/loop-app.ts";
import { createNotifiedApp, startServices } from "#testing/notified-app.ts";
import {
  asksForReview,
  fails,
  hangs,
  heldAt,
  hitsQuota,
  inTurn,
  says,
  saysSomethingNew,
  skip,
} from "#testing/scripted-team.ts";
import { virtualTime } from "#testing/virtual-time.ts";

// ── What is notified, and what is not

test("a task that an agent moves to In Review is mailed: workspace, summary, cause, link", async () => {
  await using services = startServices();
  await using app = await createNotifiedApp(services, { team: { Reviewer: asksForReview } });
  const task = await app.work("Fix login");
  const link = `http://127.0.0.1:3456/workspaces/${app.workspace.id}/tasks/${task.id}`;
  expect(app.mails()).toEqual([
    {
      from: "malamar@mg.example.com",
      to: "me@example.com",
      subject: "[Malamar] In Review: Fix login",
      text: `Workspace: Website\nTask: Fix login\nCause: Reviewer asked for review\n\n${link}`,
    },
  ]);
});

test("an error is mailed: workspace, summary, cause, link", async () => {
  await using services = startServices();
  await using app = await createNotifiedApp(services, { team: { Planner: fails(3, "no credit") } });
  const task = await app.work("Fix login");
  const link = `http://127.0.0.1:3456/workspaces/${app.workspace.id}/tasks/${task.id}`;
  expect(app.mails()).toMatchObject([
    {
      subject: "[Malamar] Error: Fix login",
      text: `Workspace: Website\nTask: Fix login\nCause: CLI exited with code 3. no credit\n\n${link}`,
    },
  ]);
});

test("the same events go to every channel that is set up", async () => {
  await using services = startServices();
  await using app = await createNotifiedApp(services, {
    team: { Reviewer: inTurn(fails(1), asksForReview) },
    ...virtualTime(),
  });
  const task = await app.work();
  await app.comment(task.id, "Try again");
  await app.settle();
  const { mailgun, webhook, slack, discord, ntfy } = services;
  const subjects = ["[Malamar] Error: Fix login", "[Malamar] In Review: Fix login"];
  const first = (text: string) => text.split("\n")[0];
  expect(mailgun.received.map(({ fields }) => fields["subject"])).toEqual(subjects);
  expect(slack.json<{ text: string }>().map(({ text }) => first(text))).toEqual(subjects);
  expect(discord.json<{ content: string }>().map((body) => first(body.content))).toEqual(subjects);
  expect(ntfy.received.map(({ headers }) => headers.get("title"))).toEqual(subjects);
  expect(webhook.json<{ event: string }>().map(({ event }) => event)).toEqual([
    "task.error",
    "task.in_review",
  ]);
  expect(app.failures()).toEqual([]);
});

test("a team that has nothing to add moves the task to In Review, with a notification", async () => {
  await using services = startServices();
  await using app = await createNotifiedApp(services, { team: { Planner: skip } });
  await app.work();
  expect(app.told()).toMatchObject([
    { event: "task.in_review", cause: "No agent had anything to add" },
  ]);
});

test("a task of a workspace without agents is notified as In Review, with that cause", async () => {
  await using services = startServices();
  await using app = await createNotifiedApp(services);
  await app.work();
  expect(app.told()).toMatchObject([
    { event: "task.in_review", cause: "The workspace has no agents" },
  ]);
});

test("a tripped guard is notified like In Review, and is the cause", async () => {
  await using services = startServices();
  await using app = await createNotifiedApp(services, {
    team: { Planner: saysSomethingNew },
    workspace: { max_passes: 2, notify_on_error: false },
  });
  await app.work();
  expect(app.told()).toMatchObject([
    {
      event: "task.in_review",
      task: { status: "in_review" },
      cause: "Stopped after 2 passes without your input (limit 2)",
    },
  ]);
});

test("a task that a person moves to In Review is notified to nobody", async () => {
  await using services = startServices();
  const held = gate();
  await using app = await createNotifiedApp(services, {
    team: { Planner: heldAt(held, says("Done")) },
  });
  const task = await app.createTask();
  await held.reached;
  await app.move(task.id, "in_review");
  held.open();
  await app.settle();
  expect((await app.task(task.id)).status).toBe("in_review");
  expect(app.told()).toEqual([]);
});

test("a task that a person cancels is notified to nobody", async () => {
  await using services = startServices();
  const held = gate();
  await using app = await createNotifiedApp(services, { team: { Planner: heldAt(held, hangs) } });
  const task = await app.createTask();
  await held.reached;
  held.open();
  await app.cancel(task.id);
  await app.settle();
  expect((await app.task(task.id)).status).toBe("in_review");
  expect(app.told()).toEqual([]);
});

test("the last mover counts, even if an agent did it before and the clock was set back since", async () => {
  await using services = startServices();
  const held = gate();
  const time = { now: Date.parse("2026-01-02T00:00:00.000Z") };
  await using app = await createNotifiedApp(services, {
    team: { Reviewer: inTurn(asksForReview, heldAt(held, skip)) },
    clock: () => new Date(time.now++).toISOString(),
  });
  const task = await app.work();
  expect(app.told()).toHaveLength(1);
  await app.move(task.id, "todo");
  await held.reached;
  time.now -= 60 * 60 * 1000;
  await app.move(task.id, "in_review");
  held.open();
  await app.settle();
  expect(app.told()).toHaveLength(1);
});

test("waiting for a quota is not an error, and notified to nobody", async () => {
  await using services = startServices();
  await using app = await createNotifiedApp(services, {
    team: { Planner: hitsQuota() },
    ...virtualTime(),
  });
  const task = await app.work();
  expect((await app.task(task.id)).wait_reason).toBe("quota");
  expect(app.told()).toEqual([]);
});

test.each<[Pick<Workspace, "notify_on_error" | "notify_on_in_review">, string[]]>([
  [{ notify_on_error: false, notify_on_in_review: true }, ["task.in_review"]],
  [{ notify_on_error: true, notify_on_in_review: false }, ["task.error"]],
  [{ notify_on_error: false, notify_on_in_review: false }, []],
])("a workspace with %j gets the notifications it wants", async (workspace, events) => {
  await using services = startServices();
  await using app = await createNotifiedApp(services, {
    team: { Planner: fails(1) },
    workspace: { ...workspace, max_passes: 1 },
  });
  await app.work();
  expect(app.told().map(({ event }) => event)).toEqual(events);
});

test("a channel that is not set up, or only half, gets nothing", async () => {
  await using services = startServices();
  await using app = await createNotifiedApp(services, {
    settings: { mailgun_to_email: null, slack_webhook_url: null, ntfy_url: null },
  });
  await app.work();
  const { mailgun, slack, ntfy, discord } = services;
  expect([mailgun, slack, ntfy, discord].map(({ received }) => received.length)).toEqual([
    0, 0, 0, 1,
  ]);
  expect(app.failures()).toEqual([]);
});

// ── Where the link leads

test("the link names the actual port", async () => {
  await using services = startServices();
  await using app = await createTestApp({ config: { port: 0 } });
  const port = await app.start();
  app.settingsService.update(USER, services.settings);
  const workspace = app.workspaceService.create(USER, { title: "Website" });
  const task = app.taskService.create(USER, workspace.id, { summary: "Fix login" });
  await app.taskWorkers.drain();
  await app.notifier.drain();
  expect(services.webhook.json<{ link: string }>().map(({ link }) => link)).toEqual([
    `http://127.0.0.1:${port}/workspaces/${workspace.id}/tasks/${task.id}`,
  ]);
});

test("the link starts with the public address, if there is one", async () => {
  await using services = startServices();
  await using app = await createNotifiedApp(services, {
    config: { "public-url": "https://box.example.net/malamar" },
  });
  const task = await app.work();
  expect(app.told()[0]!.link).toBe(
    `https://box.example.net/malamar/workspaces/${app.workspace.id}/tasks/${task.id}`,
  );
});
