import type { Page } from "@playwright/test";
import { startFakeMailgun, startFakeSlack } from "../support/fake-services.ts";
import { createWorkspace, expect, test } from "../support/fixtures.ts";
import { everythingIn, savedSettings } from "../support/settings.ts";

const channel = (page: Page, label: string) =>
  page
    .getByRole("region", { name: "Notifications", exact: true })
    .getByRole("listitem", { name: label });

/** The settings, with this channel unfolded. */
async function openChannel(page: Page, label: string) {
  await page.goto("/settings#notifications");
  const card = channel(page, label);
  await card.getByRole("heading", { name: label }).click();
  await expect(card.getByRole("textbox").first()).toBeVisible();
  return card;
}

async function put(page: Page, data: Record<string, unknown>): Promise<void> {
  expect((await page.request.put("/api/settings", { data })).status()).toBe(200);
}

// A refused test is answered with 400, which the browser logs to the console.
test.use({ allowedNoise: /400 \(Bad Request\)/ });

test("mail is set up and tested, and its key is never shown again", async ({ page }) => {
  await using mailgun = await startFakeMailgun("key-4711-plugh");
  const email = await openChannel(page, "Email");
  await expect(email).toContainText("Not set up");
  await expect(email.getByRole("button", { name: "Send a test" })).toBeHidden();

  await email.getByLabel("API key").fill("key-wrong");
  await email.getByLabel("Domain").fill("mg.example.com");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Email saved")).toBeVisible();
  await expect(email).toContainText("Incomplete: From, To missing");
  await expect(email.getByLabel("API key")).toHaveValue("");

  await email.getByLabel("From").fill("Malamar <malamar@mg.example.com>");
  await email.getByLabel("To").fill("me@example.com");
  await email.getByLabel("Base address").fill(mailgun.url);
  await email.getByRole("button", { name: "Save changes" }).click();
  await expect(email).toContainText("Set up");
  await email.getByRole("button", { name: "Send a test" }).click();
  await expect(email.getByRole("alert")).toHaveText("Mailgun error: Forbidden.");

  await email.getByLabel("API key").fill(" key-4711-plugh ");
  await expect(email.getByText("Save first: a test uses what is saved.")).toBeVisible();
  await email.getByRole("button", { name: "Send a test" }).click({ force: true });
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(email.getByRole("button", { name: "Save changes" })).toBeHidden();
  await expect(email.getByRole("alert")).toBeHidden();
  await email.getByRole("button", { name: "Send a test" }).click();
  await expect(email.getByText("Mailgun has taken the test.")).toBeVisible();
  expect(mailgun.received).toHaveLength(2);
  expect(mailgun.received[1]).toContain("Malamar Test Email");
  expect(await everythingIn(page)).not.toContain("4711");
  await page.reload();
  await expect(channel(page, "Email")).toContainText("Set up");
  expect(await everythingIn(page)).not.toContain("4711");
});

test("Slack shows the result of a test in place, and can be removed", async ({ page }) => {
  await using slack = await startFakeSlack("/services/T/B/right");
  const card = await openChannel(page, "Slack");
  await card.getByLabel("Webhook address").fill(`${slack.url}/services/T/B/wrong`);
  await page.keyboard.press("Enter");
  await card.getByRole("button", { name: "Send a test" }).click();
  await expect(card.getByRole("alert")).toHaveText("Slack error: no_service.");
  await card.getByLabel("Webhook address").fill(`${slack.url}/services/T/B/right`);
  await page.keyboard.press("Enter");
  await expect(card.getByRole("button", { name: "Save changes" })).toBeHidden();
  await card.getByRole("button", { name: "Send a test" }).click();
  await expect(card.getByText("Slack has taken the test.")).toBeVisible();
  expect(await everythingIn(page)).not.toContain("/services/T/B");

  await card.getByRole("button", { name: "Remove Slack" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(card.getByRole("button", { name: "Remove Slack" })).toBeFocused();
  await page.keyboard.press("Enter");
  await question.getByRole("button", { name: "Remove" }).click();
  await expect(card).toContainText("Not set up");
  await expect(card.getByText("Slack has taken the test.")).toBeHidden();
  await expect(card.locator("summary")).toBeFocused();
  expect(await savedSettings(page)).toMatchObject({ slack_webhook_url: { is_set: false } });
});

test("an optional secret is removed on its own", async ({ page }) => {
  await put(page, { ntfy_url: "https://ntfy.example/topic", ntfy_token: "tk_1" });
  const ntfy = await openChannel(page, "ntfy");
  await expect(ntfy.getByLabel("Topic address")).toHaveValue("https://ntfy.example/topic");
  await ntfy.getByRole("button", { name: "Remove the token of ntfy" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(ntfy.getByRole("button", { name: "Remove the token of ntfy" })).toBeHidden();
  expect(await savedSettings(page)).toMatchObject({
    ntfy_url: "https://ntfy.example/topic",
    ntfy_token: { is_set: false },
  });
});

test("an invalid address is refused at its field, and kept", async ({ page }) => {
  const attack = `javascript:alert(1)//<img src=x onerror="document.title='hacked'">`;
  const webhook = await openChannel(page, "Webhook");
  await webhook.getByLabel("Address").fill(attack);
  await webhook.getByRole("button", { name: "Save changes" }).click();
  await expect(webhook.getByLabel("Address")).toHaveAccessibleDescription(
    /must be an http or https address/,
  );
  await expect(webhook.getByLabel("Address")).toBeFocused();
  await expect(webhook.getByLabel("Address")).toHaveValue(attack);
  await webhook.getByRole("button", { name: "Show what you typed" }).first().click();
  await expect(webhook.getByLabel("Address")).toHaveAttribute("type", "text");
  await expect(page).toHaveTitle("Settings · Malamar");
  expect(await savedSettings(page)).toMatchObject({ webhook_url: { is_set: false } });
});

test("a refusal by the server appears at its field, and typed text stays", async ({ page }) => {
  const ntfy = await openChannel(page, "ntfy");
  await page.route("**/api/settings", (route) =>
    route.request().method() === "PUT"
      ? route.fulfill({
          status: 400,
          json: { error: { code: "VALIDATION_ERROR", message: "ntfy_url: is not to our taste" } },
        })
      : route.fallback(),
  );
  await ntfy.getByLabel("Topic address").fill("https://ntfy.sh/a");
  await page.keyboard.press("Enter");
  await expect(ntfy.getByLabel("Topic address")).toHaveAccessibleDescription(/is not to our taste/);
  await expect(ntfy.getByLabel("Topic address")).toHaveValue("https://ntfy.sh/a");
});

test("another person's change is neither lost nor overwritten", async ({ page, newTab }) => {
  const email = await openChannel(page, "Email");
  await email.getByLabel("Domain").fill("mine.example.com");
  const other = await openChannel(await newTab(), "Email");
  await other.getByLabel("To").fill("theirs@example.com");
  await other.getByRole("button", { name: "Save changes" }).click();

  await expect(email.getByText("These settings changed elsewhere.")).toBeVisible();
  await expect(email.getByLabel("To")).toHaveValue("theirs@example.com");
  await expect(email.getByLabel("Domain")).toHaveValue("mine.example.com");
  await email.getByRole("button", { name: "Save changes" }).click();
  await expect(other.getByLabel("Domain")).toHaveValue("mine.example.com");
  expect(await savedSettings(page)).toMatchObject({
    mailgun_domain: "mine.example.com",
    mailgun_to_email: "theirs@example.com",
  });
});

test("new workspaces start with the chosen defaults", async ({ page }) => {
  await page.goto("/settings");
  const form = page.getByRole("form", { name: "New workspaces" });
  await form.getByLabel("When an error occurs").uncheck();
  await form.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Defaults saved")).toBeVisible();
  const { id } = await createWorkspace(page.request, "New");
  const workspace = await page.request.get(`/api/workspaces/${id}`);
  expect(await workspace.json()).toMatchObject({
    notify_on_error: false,
    notify_on_in_review: true,
  });
});

test("the keyboard alone is enough to set up a channel and test it", async ({ page }) => {
  await using slack = await startFakeSlack("/hook");
  await page.goto("/settings#notifications");
  const card = channel(page, "Slack");
  await expect(page.getByRole("region", { name: "Notifications", exact: true })).toBeFocused();
  await expect(card).toBeVisible();
  await tabTo(page, card.locator("summary"));
  await page.keyboard.press("Enter");
  await tabTo(page, card.getByLabel("Webhook address"));
  await page.keyboard.type(`${slack.url}/hook`);
  await page.keyboard.press("Enter");
  await expect(card).toContainText("Set up");
  await expect(card.getByLabel("Webhook address")).toHaveValue("");
  await tabTo(page, card.getByRole("button", { name: "Send a test" }));
  await page.keyboard.press("Enter");
  await expect(card.getByText("Slack has taken the test.")).toBeVisible();
});

async function tabTo(page: Page, target: ReturnType<Page["locator"]>): Promise<void> {
  while (!(await target.evaluate((element) => element === document.activeElement))) {
    await page.keyboard.press("Tab");
  }
}

test("everything fits on a small phone, however long a name is", async ({ page }) => {
  const endless = "ENDLESS".repeat(60);
  await put(page, {
    slack_webhook_url: "https://hooks.slack.com/services/T/B/x",
    mailgun_to_email: `${endless}@example.com`,
    cli_settings: { codex: { binary_path: `/${endless}`, env_vars: { [endless]: "x" } } },
  });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/settings");
  await expect(page.getByRole("navigation", { name: "Settings" })).toBeHidden();
  await page.getByRole("listitem", { name: "Codex CLI" }).getByText("Path and variables").click();
  for (const label of ["Email", "Slack"]) {
    await channel(page, label).getByRole("heading").click();
  }
  await page.getByRole("button", { name: `Remove ${endless}` }).click();
  await expect(page.getByRole("alertdialog")).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Escape");
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
});
