import { expect, test } from "bun:test";
import type { ErrorBody } from "@malamar/contract/error.ts";
import type { NotificationChannel, Settings } from "@malamar/contract/settings.ts";
import { USER } from "#testing/actors.ts";
import { createTestApp } from "#testing/create-test-app.ts";
import { deadAddress, startService, tooManyRequests } from "#testing/fake-service.ts";
import { startServices } from "#testing/notified-app.ts";

// ── Testing a channel

type TestApp = Awaited<ReturnType<typeof createTestApp>>;

const sendTest = (app: TestApp, channel: unknown) =>
  app.call<ErrorBody>("POST", "/api/settings/test-notification", { body: { channel } });

const CHANNELS: NotificationChannel[] = ["email", "webhook", "slack", "discord", "ntfy"];

test("every channel can be tested", async () => {
  await using services = startServices();
  await using app = await createTestApp();
  app.settingsService.update(USER, services.settings);
  for (const channel of CHANNELS) {
    expect(await sendTest(app, channel)).toMatchObject({ status: 200, body: { success: true } });
  }
  const { mailgun, webhook, slack, discord, ntfy } = services;
  expect(mailgun.received[0]!.fields["subject"]).toBe("Malamar Test Email");
  expect(webhook.json()).toEqual([
    { event: "test", at: expect.any(String), message: expect.stringContaining("Malamar") },
  ]);
  expect(webhook.received[0]!.headers.get("x-malamar-event")).toBe("test");
  expect(slack.received[0]!.body).toContain("Malamar Test Notification");
  expect(discord.received[0]!.body).toContain("Malamar Test Notification");
  expect(ntfy.received[0]!.headers.get("title")).toBe("Malamar Test Notification");
});

test.each<[NotificationChannel, string]>([
  [
    "email",
    "Mailgun is not set up yet; missing: mailgun_api_key, mailgun_domain, mailgun_from_email, mailgun_to_email",
  ],
  ["webhook", "Webhook is not set up yet; missing: webhook_url"],
  ["slack", "Slack is not set up yet; missing: slack_webhook_url"],
  ["discord", "Discord is not set up yet; missing: discord_webhook_url"],
  ["ntfy", "ntfy is not set up yet; missing: ntfy_url"],
])("a test of %s says what is missing", async (channel, message) => {
  await using app = await createTestApp();
  const { status, body } = await sendTest(app, channel);
  expect(status).toBe(400);
  expect(body.error).toEqual({ code: "VALIDATION_ERROR", message });
});

test("an unknown channel is refused", async () => {
  await using app = await createTestApp();
  const { status, body } = await sendTest(app, "pigeon");
  expect(status).toBe(400);
  expect(body.error.message).toBe("channel: must be one of email, webhook, slack, discord, ntfy");
});

test("a service's answer reaches the person", async () => {
  await using services = startServices();
  await using app = await createTestApp();
  const { slack, discord, webhook, mailgun } = services;
  const expectError = async (channel: NotificationChannel, settings: object, message: string) => {
    app.settingsService.update(USER, { ...services.settings, ...settings });
    const { status, body } = await sendTest(app, channel);
    expect(status).toBe(400);
    expect(body).toEqual({ error: { code: "NOTIFICATION_FAILED", message } });
  };
  await expectError("slack", { slack_webhook_url: slack.url }, "Slack error: no_service");
  await expectError(
    "discord",
    { discord_webhook_url: discord.url },
    "Discord error: Unknown Webhook",
  );
  await expectError("ntfy", { ntfy_token: "tk_wrong" }, "ntfy error: unauthorized");
  await expectError("webhook", { webhook_secret: "x" }, "Webhook error: bad signature");
  await expectError("email", { mailgun_api_key: "key-bad" }, "Mailgun error: Forbidden");
  slack.answers(() => new Response("invalid_payload", { status: 400 }));
  await expectError("slack", {}, "Slack error: invalid_payload");
  webhook.answers(() => new Response("<h1>Bad gateway</h1>", { status: 502 }));
  await expectError("webhook", {}, "Webhook error: HTTP 502");
  discord.answers(() => tooManyRequests("5"));
  await expectError("discord", {}, "Discord error: You are being rate limited.");
  expect(mailgun.received).toEqual([]);
});

test("no secret is in the result of a test, whatever the service says", async () => {
  await using app = await createTestApp();
  await using echo = startService(
    ({ path, headers }) => new Response(`${path} ${headers.get("authorization")}`, { status: 400 }),
  );
  await using redirecting = startService(() => Response.redirect("http://127.0.0.1:1/", 307));
  for (const url of [echo.url, redirecting.url, await deadAddress()]) {
    app.settingsService.update(USER, {
      webhook_url: `${url}/hook/path-secret?key=query-secret`,
      slack_webhook_url: `${url}/slack-secret`,
      discord_webhook_url: `${url}/discord-secret`,
      ntfy_url: `${url}/topic`,
      ntfy_token: "token-secret",
    });
    for (const channel of CHANNELS.slice(1)) {
      const { status, body } = await sendTest(app, channel);
      expect(status).toBe(400);
      expect(body.error.code).toBe("NOTIFICATION_FAILED");
      expect(body.error.message).toMatch(/^\w+ error: /);
      expect(JSON.stringify([body, app.logLines])).not.toMatch(/-secret/);
    }
  }
});

// ── Their settings

test("addresses that are secret are written and never read, like other secrets", async () => {
  await using services = startServices();
  await using app = await createTestApp();
  const put = (body: object) => app.call<Settings>("PUT", "/api/settings", { body });
  const { body } = await put(services.settings);
  const secrets = [
    "webhook_url",
    "webhook_secret",
    "slack_webhook_url",
    "discord_webhook_url",
    "ntfy_token",
  ] as const;
  for (const key of secrets) expect(body[key]).toEqual({ is_set: true });
  expect(body.ntfy_url).toBe(services.settings.ntfy_url);
  expect((await put({ notify_on_error: true })).body).toEqual(body);
  const all = JSON.stringify([body, app.published, app.logLines]);
  expect(all).not.toMatch(/-secret|tk_secret/);
  for (const key of secrets) {
    expect((await put({ [key]: null })).body[key]).toEqual({ is_set: false });
    expect((await put({ [key]: "" })).body[key]).toEqual({ is_set: false });
  }
});

const NOT_AN_ADDRESS = "must be an http or https address, without a password in it";
const NOT_A_TOPIC =
  "must be an http or https address with a topic, such as https://ntfy.sh/my-topic, and without a password or a query; a token goes into ntfy_token";

test.each([
  [{ webhook_url: "ftp://example.com/x" }, `webhook_url: ${NOT_AN_ADDRESS}`],
  [{ webhook_url: "https://me:secret@example.com" }, `webhook_url: ${NOT_AN_ADDRESS}`],
  [{ slack_webhook_url: "file:///etc/passwd" }, `slack_webhook_url: ${NOT_AN_ADDRESS}`],
  [{ discord_webhook_url: "discord" }, `discord_webhook_url: ${NOT_AN_ADDRESS}`],
  [{ ntfy_url: "https://ntfy.sh/" }, `ntfy_url: ${NOT_A_TOPIC}`],
  [{ ntfy_url: "https://ntfy.sh/topic?auth=abc" }, `ntfy_url: ${NOT_A_TOPIC}`],
  [{ webhook_secret: 5 }, "webhook_secret: must be text or null"],
  [
    { ntfy_token: "tk\nX-Evil: 1" },
    "ntfy_token: must be letters, digits and signs without spaces, such as tk_…",
  ],
])("settings %j are refused and nothing is kept", async (body, message) => {
  await using app = await createTestApp();
  const before = (await app.call("GET", "/api/settings")).body;
  const answer = await app.call<ErrorBody>("PUT", "/api/settings", { body });
  expect(answer.status).toBe(400);
  expect(answer.body.error).toEqual({ code: "VALIDATION_ERROR", message });
  expect((await app.call("GET", "/api/settings")).body).toEqual(before);
});
