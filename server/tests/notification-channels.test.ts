import { createHmac } from "node:crypto";
import { expect, test } from "bun:test";
import { USER } from "#testing/actors.ts";
import { createNotifiedApp, startServices } from "#testing/notified-app.ts";
import { asksForReview, fails } from "#testing/scripted-team.ts";
import { virtualTime } from "#testing/virtual-time.ts";

test("a webhook gets JSON with everything that is known, and headers that identify it", async () => {
  await using services = startServices();
  await using app = await createNotifiedApp(services, {
    team: { Planner: fails(3) },
    ...virtualTime("2026-01-01T12:00:00.000Z"),
  });
  const task = await app.work();
  const [request] = services.webhook.received;
  expect(request!.path).toBe("/hook?key=query-secret");
  expect(JSON.parse(request!.body)).toEqual({
    event: "task.error",
    at: "2026-01-01T12:00:00.000Z",
    workspace: { id: app.workspace.id, title: "Website" },
    task: { id: task.id, summary: "Fix login", status: "in_progress" },
    cause: "CLI exited with code 3",
    count: 1,
    link: `http://127.0.0.1:3456/workspaces/${app.workspace.id}/tasks/${task.id}`,
  });
  const header = (name: string) => request!.headers.get(name);
  expect(header("content-type")).toBe("application/json");
  expect(header("x-malamar-event")).toBe("task.error");
  expect(header("x-malamar-delivery")).toMatch(/^[\w-]{21}$/);
  expect(header("x-malamar-timestamp")).toBe("1767268800");
  expect(header("user-agent")).toStartWith("Malamar/");
});

test("a webhook with a secret is signed over time and body; without one it is not", async () => {
  await using services = startServices();
  await using app = await createNotifiedApp(services);
  await app.work();
  await app.call("PUT", "/api/settings", { body: { webhook_secret: null } });
  await app.work("Another");
  const [signed, unsigned] = services.webhook.received;
  const { headers, body } = signed!;
  const over = `${headers.get("x-malamar-timestamp")}.${body}`;
  const hex = createHmac("sha256", "webhook-secret").update(over).digest("hex");
  expect(headers.get("x-malamar-signature")).toBe(`sha256=${hex}`);
  expect(unsigned!.headers.get("x-malamar-signature")).toBeNull();
  expect(unsigned!.headers.get("x-malamar-delivery")).not.toBe(headers.get("x-malamar-delivery"));
  expect(app.failures()).toHaveLength(1);
  expect(app.failures()[0]).toContain('"channel":"webhook"');
});

const HOSTILE = 'Ping <!channel> & <@U1> @everyone "x" 🦑';

test("a hostile summary mentions nobody in Slack", async () => {
  await using services = startServices();
  await using app = await createNotifiedApp(services);
  const task = await app.work(HOSTILE);
  const summary = 'Ping &lt;!channel&gt; &amp; &lt;@U1&gt; @everyone "x" 🦑';
  expect(services.slack.json<object>()).toEqual([
    {
      text: `[Malamar] In Review: ${summary}\nWorkspace: Website\nTask: ${summary}\nCause: The workspace has no agents\n\nhttp://127.0.0.1:3456/workspaces/${app.workspace.id}/tasks/${task.id}`,
    },
  ]);
});

test("a hostile summary mentions nobody in Discord", async () => {
  await using services = startServices();
  await using app = await createNotifiedApp(services);
  await app.work(HOSTILE);
  expect(services.discord.json<object>()).toEqual([
    {
      content: expect.stringContaining(`[Malamar] In Review: ${HOSTILE}\n`),
      allowed_mentions: { parse: [] },
    },
  ]);
});

test("ntfy gets a text, with title, priority, token and the link to open", async () => {
  await using services = startServices();
  await using app = await createNotifiedApp(services, { team: { Planner: fails(3) } });
  const task = await app.work();
  const link = `http://127.0.0.1:3456/workspaces/${app.workspace.id}/tasks/${task.id}`;
  const [request] = services.ntfy.received;
  expect(request!.path).toBe("/my-topic");
  expect(request!.body).toBe(
    `Workspace: Website\nTask: Fix login\nCause: CLI exited with code 3\n\n${link}`,
  );
  const names = ["title", "priority", "click", "authorization"];
  expect(names.map((name) => request!.headers.get(name))).toEqual([
    "[Malamar] Error: Fix login",
    "high",
    link,
    "Bearer tk_secret",
  ]);
});

test.each(["Überprüfe 🦑", "=?UTF-8?B?eA==?= trick"])(
  "the title %s travels to ntfy in a header that can hold it",
  async (summary) => {
    await using services = startServices();
    await using app = await createNotifiedApp(services);
    await app.work(summary);
    const title = services.ntfy.received[0]!.headers.get("title")!;
    const [, encoded = ""] = /^=\?UTF-8\?B\?([\w+/=]+)\?=$/.exec(title) ?? [];
    expect(Buffer.from(encoded, "base64").toString()).toBe(`[Malamar] In Review: ${summary}`);
    expect(services.ntfy.received[0]!.headers.get("priority")).toBe("default");
  },
);

test("a line break in a summary starts no header, in a mail or anywhere", async () => {
  await using services = startServices();
  await using app = await createNotifiedApp(services, { team: { Reviewer: asksForReview } });
  // Bypasses the API, which would make such a summary one line.
  app.taskService.create(USER, app.workspace.id, {
    summary: "Fix\r\nBcc: you@example.com\nX-Evil: 1",
  });
  await app.settle();
  const subject = "[Malamar] In Review: Fix Bcc: you@example.com X-Evil: 1";
  expect(app.mails().map((mail) => mail["subject"])).toEqual([subject]);
  const { headers } = services.ntfy.received[0]!;
  expect([headers.get("title"), headers.get("x-evil")]).toEqual([subject, null]);
  expect(app.failures()).toEqual([]);
});

test("texts of any length reach every service, cut with a marker, and never without the link", async () => {
  await using services = startServices();
  await using app = await createNotifiedApp(services, {
    team: { Planner: fails(1, "漢".repeat(100_000)) },
    workspace: { title: "W".repeat(100_000) },
  });
  const task = await app.work("🦑".repeat(100_000));
  expect(app.failures()).toEqual([]);
  const { slack, discord, ntfy, mailgun, webhook } = services;
  const texts = [
    slack.json<{ text: string }>()[0]!.text,
    discord.json<{ content: string }>()[0]!.content,
    ntfy.received[0]!.body,
    mailgun.received[0]!.fields["text"]!,
  ];
  for (const text of texts) {
    expect(text).toEndWith(`/tasks/${task.id}`);
    expect(text).toContain("…");
    expect(text.isWellFormed()).toBe(true);
  }
  expect(texts[1]!.length).toBe(2000);
  expect(mailgun.received[0]!.fields["subject"]!.length).toBe(250);
  expect(webhook.received[0]!.body.length).toBeLessThan(10_000);
});
