import { expect, test } from "bun:test";
import type { ErrorBody } from "@malamar/contract/error.ts";
import { CLIS } from "@malamar/contract/plain/cli.ts";
import type { Settings } from "@malamar/contract/settings.ts";
import { createTestApp } from "#testing/create-test-app.ts";
import { startFakeMailgun } from "#testing/fake-mailgun.ts";

type TestApp = Awaited<ReturnType<typeof createTestApp>>;

const NO_CLI = { binary_path: null, env_vars: {}, inherited_env: [] };

test("untouched settings read as their defaults", async () => {
  await using app = await createTestApp();
  expect((await app.call<object>("GET", "/api/settings")).body).toEqual({
    mailgun_api_key: { is_set: false },
    mailgun_domain: null,
    mailgun_from_email: null,
    mailgun_to_email: null,
    mailgun_base_url: "https://api.mailgun.net",
    webhook_url: { is_set: false },
    webhook_secret: { is_set: false },
    slack_webhook_url: { is_set: false },
    discord_webhook_url: { is_set: false },
    ntfy_url: null,
    ntfy_token: { is_set: false },
    notify_on_error: true,
    notify_on_in_review: true,
    is_paused: false,
    min_free_disk_mb: 2048,
    checkpoint_max_file_mb: 50,
    kept_work_days: 30,
    cli_settings: Object.fromEntries(CLIS.map(({ type }) => [type, NO_CLI])),
  });
});

test("a secret is written and never read: text sets it, leaving it out keeps it, null removes it", async () => {
  await using app = await createTestApp();
  const put = async (body: object) =>
    (await app.call<Settings>("PUT", "/api/settings", { body })).body;

  const set = await put({ mailgun_api_key: "key-very-secret", mailgun_domain: "mg.example.com" });
  expect(set.mailgun_api_key).toEqual({ is_set: true });
  expect(set.mailgun_domain).toBe("mg.example.com");
  expect((await put({ notify_on_error: false })).mailgun_api_key).toEqual({ is_set: true });
  expect((await put({ mailgun_api_key: null })).mailgun_api_key).toEqual({ is_set: false });
  expect((await put({ mailgun_domain: "" })).mailgun_domain).toBeNull();

  const everything = JSON.stringify([
    await app.call("GET", "/api/settings"),
    app.published,
    app.logLines,
  ]);
  expect(everything).not.toContain("very-secret");
});

test("the environment variables of a CLI are secrets too, each by its name", async () => {
  await using app = await createTestApp();
  const put = async (claude: object) =>
    (await app.call<Settings>("PUT", "/api/settings", { body: { cli_settings: { claude } } })).body
      .cli_settings.claude;

  expect(await put({ env_vars: { ANTHROPIC_API_KEY: "sk-secret", HTTPS_PROXY: "" } })).toEqual({
    binary_path: null,
    env_vars: { ANTHROPIC_API_KEY: { is_set: true }, HTTPS_PROXY: { is_set: true } },
    inherited_env: [],
  });
  expect(await put({ binary_path: "/opt/claude", env_vars: { HTTPS_PROXY: null } })).toEqual({
    binary_path: "/opt/claude",
    env_vars: { ANTHROPIC_API_KEY: { is_set: true } },
    inherited_env: [],
  });
  expect(app.settingsService.cliSettings("claude").env_vars).toEqual({
    ANTHROPIC_API_KEY: "sk-secret",
  });
  expect(await put({ binary_path: "" })).toMatchObject({ binary_path: null });
  expect(app.settingsService.cliSettings("codex")).toEqual(NO_CLI);
});

test.each([
  [{ notify_on_error: "no" }, "notify_on_error: must be true or false"],
  [{ mailgun_api_key: 5 }, "mailgun_api_key: must be text or null"],
  [
    { mailgun_domain: "example.com/../x" },
    "mailgun_domain: must be a domain name, such as mg.example.com",
  ],
  [
    { mailgun_base_url: "file:///etc" },
    "mailgun_base_url: must be an http or https address, without a password in it",
  ],
  [
    { mailgun_base_url: "https://me:secret@mail.example" },
    "mailgun_base_url: must be an http or https address, without a password in it",
  ],
  [
    { cli_settings: { claude: { env_vars: { "A=B": "x" } } } },
    "cli_settings.claude.env_vars.A=B: the name must be letters, digits and underscores",
  ],
  [
    { cli_settings: { claude: { env_vars: { A: "x\0y" } } } },
    "cli_settings.claude.env_vars.A: must not contain a NUL character",
  ],
  [
    { cli_settings: { claude: { inherited_env: ["A=B"] } } },
    "cli_settings.claude.inherited_env.0: must be letters, digits and underscores",
  ],
  [
    { cli_settings: { claude: { inherited_env: "OPENAI_API_KEY" } } },
    "cli_settings.claude.inherited_env: must be a list of names",
  ],
])("settings %j are refused and nothing is kept", async (body, message) => {
  await using app = await createTestApp();
  const before = (await app.call<Settings>("GET", "/api/settings")).body;
  const answer = await app.call<ErrorBody>("PUT", "/api/settings", { body });
  expect(answer.status).toBe(400);
  expect(answer.body.error.message).toBe(message);
  expect((await app.call<Settings>("GET", "/api/settings")).body).toEqual(before);
});

test("an unknown CLI in the settings is refused", async () => {
  await using app = await createTestApp();
  const body = { cli_settings: { vim: { binary_path: "/bin/vim" } } };
  expect((await app.call("PUT", "/api/settings", { body })).status).toBe(400);
});

test("a variable named like a part of JavaScript's objects does no harm", async () => {
  await using app = await createTestApp();
  const text = '{"cli_settings":{"claude":{"env_vars":{"__proto__":"x","constructor":"y"}}}}';
  const { status, body } = await app.call<Settings>("PUT", "/api/settings", { text });
  expect(status).toBe(200);
  expect(Object.keys(body.cli_settings.claude.env_vars)).toEqual(["constructor"]);
  expect(app.settingsService.cliSettings("claude").env_vars).toEqual({ constructor: "y" } as never);
  expect(app.settingsService.cliSettings("codex").env_vars).toEqual({});
});

const MAIL = {
  mailgun_api_key: "key-good",
  mailgun_domain: "mg.example.com",
  mailgun_from_email: "Malamar <malamar@mg.example.com>",
  mailgun_to_email: "me@example.com",
};

/** Saves a complete account at this address, with the test's changes, and requests a mail. */
async function sendTestMail(app: TestApp, baseUrl: string, changes: object = {}) {
  const body = { ...MAIL, mailgun_base_url: baseUrl, ...changes };
  expect((await app.call("PUT", "/api/settings", { body })).status).toBe(200);
  return app.call<ErrorBody>("POST", "/api/settings/test-email");
}

test("a test mail goes to Mailgun with the saved settings", async () => {
  await using app = await createTestApp();
  await using mailgun = startFakeMailgun();
  const { status, body } = await sendTestMail(app, mailgun.url);
  expect(status).toBe(200);
  expect(body).toEqual({ success: true } as never);
  expect(mailgun.received).toEqual([
    {
      path: "/v3/mg.example.com/messages",
      authorization: `Basic ${btoa("api:key-good")}`,
      fields: {
        from: "Malamar <malamar@mg.example.com>",
        to: "me@example.com",
        subject: "Malamar Test Email",
        text: "This is a test email from Malamar. If you received this, your email notifications are configured correctly.",
      },
    },
  ]);
});

test("a test mail without settings says what is missing", async () => {
  await using app = await createTestApp();
  await app.call("PUT", "/api/settings", { body: { mailgun_domain: "mg.example.com" } });
  const { status, body } = await app.call<ErrorBody>("POST", "/api/settings/test-email");
  expect(status).toBe(400);
  expect(body.error).toEqual({
    code: "VALIDATION_ERROR",
    message:
      "Mailgun is not set up yet; missing: mailgun_api_key, mailgun_from_email, mailgun_to_email",
  });
});

test.each([
  [{ mailgun_api_key: "key-bad" }, "Mailgun error: Forbidden"],
  [{ mailgun_api_key: "ключ" }, "Mailgun error: Forbidden"],
  [
    { mailgun_to_email: "nobody" },
    "Mailgun error: 'to' parameter is not a valid address. please check documentation",
  ],
])("Mailgun's answer to %j reaches the person", async (wrong, message) => {
  await using app = await createTestApp();
  await using mailgun = startFakeMailgun();
  const { status, body } = await sendTestMail(app, mailgun.url, wrong);
  expect(status).toBe(400);
  expect(body).toEqual({ error: { code: "EMAIL_FAILED", message } });
});

test("a Mailgun that cannot be reached, or redirects, is an answer and not a crash", async () => {
  await using app = await createTestApp();
  const redirecting = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: () => Response.redirect("http://127.0.0.1:1/", 307),
  });
  const closed = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() });
  const closedUrl = `http://127.0.0.1:${closed.port}`;
  await closed.stop(true);
  for (const url of [`http://127.0.0.1:${redirecting.port}`, closedUrl]) {
    const { status, body } = await sendTestMail(app, url);
    expect(status).toBe(400);
    expect(body.error.code).toBe("EMAIL_FAILED");
    expect(body.error.message).toStartWith("Mailgun error: ");
    expect(JSON.stringify(body)).not.toContain("key-good");
  }
  await redirecting.stop(true);
});

test.each([
  ["a body that breaks off", () => brokenAnswer("Content-Length: 1000\r\n\r\nabc")],
  ["a body that is not what it says", () => brokenAnswer("Content-Encoding: gzip\r\n\r\nabc")],
])("an error of Mailgun with %s is still an answer", async (_what, start) => {
  await using app = await createTestApp();
  const mailgun = start();
  const { status, body } = await sendTestMail(app, `http://127.0.0.1:${mailgun.port}`);
  mailgun.stop(true);
  expect(status).toBe(400);
  expect(body.error.code).toBe("EMAIL_FAILED");
  expect(body.error.message).toStartWith("Mailgun error: ");
  expect(body.error.message).not.toContain("verbose");
});

/** A server that answers 401 with these headers and hangs up. */
function brokenAnswer(rest: string) {
  return Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      data: (socket) =>
        void socket.end(`HTTP/1.1 401 Unauthorized\r\nConnection: close\r\n${rest}`),
    },
  });
}

test("a page that is not Mailgun's is not a success", async () => {
  await using app = await createTestApp();
  const portal = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: () => new Response("<h1>Welcome to the hotel</h1>"),
  });
  const { status, body } = await sendTestMail(app, `http://127.0.0.1:${portal.port}`);
  await portal.stop(true);
  expect(status).toBe(400);
  expect(body.error.message).toBe(
    "Mailgun error: The answer is not Mailgun's. Check the base address.",
  );
});

test("the log says who paused all work, and who resumed it", async () => {
  await using app = await createTestApp();
  const said = () => app.logLines.filter((line) => line.includes("All work"));
  const change = (body: object) => app.call("PUT", "/api/settings", { body });
  await change({ is_paused: true });
  await change({ is_paused: true, notify_on_error: false });
  expect(said()).toEqual([expect.stringContaining('All work paused {"by":"User","via":"api"}')]);
  await change({ is_paused: false });
  expect(said().at(-1)).toContain('All work resumed {"by":"User","via":"api"}');
});

test("a change of the settings is sent to the pages without its content", async () => {
  await using app = await createTestApp();
  app.published.length = 0;
  await app.call("PUT", "/api/settings", { body: { notify_on_error: false } });
  expect(app.published).toEqual([{ type: "settings.updated" }]);
});
