import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { createProgramFolder, SAYS_OK } from "../support/fake-programs.ts";
import {
  chooseInMenu,
  createWorkspace,
  expect,
  openTeam,
  test as base,
} from "../support/fixtures.ts";
import { everythingIn, savedSettings } from "../support/settings.ts";

/** Puts a program on Malamar's PATH and lets it look. */
type Install = (name: string, version: string, run?: string) => Promise<string>;

const test = base.extend<{ programs: ReturnType<typeof createProgramFolder>; install: Install }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern
  programs: async ({}, use) => {
    const programs = createProgramFolder();
    await use(programs);
    programs.remove();
  },
  env: async ({ programs }, use) => use({ PATH: `${programs.dir}:/usr/bin:/bin` }),
  install: async ({ programs, malamar }, use) => {
    await use(async (...program) => {
      const path = programs.add(...program);
      await fetch(`${malamar.url}/api/health/cli/refresh`, { method: "POST" });
      return path;
    });
  },
});

async function openSettings(page: Page): Promise<void> {
  await page.goto("/settings");
  await expect(cli(page, "Qwen Code")).toBeVisible();
}

const cli = (page: Page, label: string) => page.getByRole("listitem", { name: label });
const setup = (page: Page, label: string) => cli(page, label).getByText("Path and variables");
const path = (page: Page, label: string) =>
  cli(page, label).getByRole("textbox", { name: "Custom path" });

test("the settings open from the sidebar's menu, and by keys from everywhere", async ({ page }) => {
  const { id } = await openTeam(page, "Planner");
  await chooseInMenu(page, "Settings");
  await expect(page).toHaveURL(/\/settings$/);
  await expect(page).toHaveTitle("Settings · Malamar");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Settings");

  await page.goto(`/workspaces/${id}/agents`);
  await expect(page.getByRole("heading", { name: "Website" })).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("m");
  await expect(page).toHaveURL(/:\d+\/settings$/);
  await page.goto("/");
  await expect(page.getByRole("main").getByRole("link", { name: /Sample/ })).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("s");
  await expect(page).toHaveURL(/:\d+\/settings$/);
  await page.keyboard.press("?");
  await expect(
    page.getByRole("listitem").filter({ hasText: "Go to Malamar's settings" }),
  ).toContainText("g then m");
});

test("every section has an address, and the list at the side leads to it", async ({ page }) => {
  await page.goto("/settings#access");
  await expect(page.getByRole("heading", { name: "Access and data" })).toBeInViewport();
  const list = page.getByRole("navigation", { name: "Settings" });
  for (const name of ["Notifications", "CLIs", "Appearance and keys"]) {
    await list.getByRole("link", { name }).click();
    await expect(page.getByRole("heading", { name, exact: true })).toBeInViewport();
    await expect(page.getByRole("region", { name, exact: true })).toBeFocused();
  }
});

test("pausing all work here shows on every page, which can resume it", async ({ page }) => {
  const { id } = await openTeam(page, "Planner");
  await openSettings(page);
  await page.getByRole("checkbox", { name: "Pause all work" }).check();
  await page.getByRole("textbox", { name: "Free disk space to keep" }).fill("512");
  await page.getByRole("button", { name: "Save" }).click();
  const banner = page.getByText("All work is paused.");
  await expect(banner).toBeVisible();
  expect(await savedSettings(page)).toMatchObject({ is_paused: true, min_free_disk_mb: 512 });

  await page.goto(`/workspaces/${id}/tasks`);
  await expect(banner).toBeVisible();
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(banner).toBeHidden();
  expect(await savedSettings(page)).toMatchObject({ is_paused: false });
});

test("an installed CLI says where it is, and a missing one how to get it", async ({
  page,
  context,
  programs,
  install,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const program = await install("claude", "echo 2.1.325");
  await openSettings(page);
  const claude = cli(page, "Claude Code");
  await expect(claude).toContainText("Available");
  await expect(claude).toContainText("Version2.1.325");
  await expect(claude).toContainText(`Program${program}`);
  await expect(claude).toContainText("Checkedjust now");
  await expect(claude).toContainText("Last answernone since Malamar started");

  const opencode = cli(page, "OpenCode");
  await expect(opencode).toContainText("Not available");
  await expect(opencode).toContainText("Binary not found in PATH");
  await opencode.getByRole("button", { name: "Copy the command for OpenCode" }).click();
  await expect(opencode.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    "npm install -g opencode-ai",
  );

  programs.add("opencode", "echo 1.2.3");
  await page.getByRole("button", { name: "Refresh CLI Status" }).click();
  await expect(opencode).toContainText("Version1.2.3");
  await expect(page.getByText("Checked. 2 of 5 CLIs are available.")).toBeVisible();
});

test("a deep check of one CLI shows its progress and its result", async ({
  page,
  malamar,
  install,
}) => {
  const go = join(malamar.home, "go");
  const waits = `while [ ! -e ${go} ]; do sleep 0.05; done`;
  await install("claude", "echo 2.1.325", `${waits}\n${SAYS_OK}`);
  await openSettings(page);
  await expect(page.getByText("may cost a little")).toBeVisible();
  const claude = cli(page, "Claude Code");
  const button = claude.getByRole("button", { name: "Deep check of Claude Code" });
  await button.click();
  await expect(claude.getByText("Asking its model…")).toBeVisible();
  await expect(button).toHaveAttribute("aria-disabled", "true");

  // It continues while another section is open.
  await page.getByRole("link", { name: "Malamar", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Workspaces" })).toBeVisible();
  await page.goBack();
  await expect(claude.getByText("Asking its model…")).toBeVisible();
  writeFileSync(go, "");
  await expect(claude).toContainText("Last answerjust now");
  await expect(claude.getByText("Asking its model…")).toBeHidden();
});

test("a deep check of all names those that did not answer, and why", async ({ page, install }) => {
  await install("claude", "echo 2.1.325", SAYS_OK);
  await install("codex", "echo 0.166.0", "echo 'no network here' >&2; exit 3");
  await openSettings(page);
  await page.getByRole("button", { name: "Deep check", exact: true }).click();
  await expect(page.getByText("Claude Code answered. Codex CLI did not answer.")).toBeVisible();
  await expect(cli(page, "Claude Code")).toContainText("Available");
  await expect(cli(page, "Codex CLI")).toContainText("Not available");
  await expect(cli(page, "Codex CLI")).toContainText("CLI exited with code 3");
  await expect(cli(page, "Codex CLI")).toContainText("no network here");
});

test("a CLI is used from the location you enter", async ({ page, malamar }) => {
  await openSettings(page);
  const program = join(malamar.home, "my gemini");
  writeFileSync(program, "#!/bin/sh\necho 0.61.0\n", { mode: 0o755 });
  await setup(page, "Gemini CLI").click();
  await path(page, "Gemini CLI").fill(` ${program} `);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Gemini CLI path saved")).toBeVisible();
  await expect(cli(page, "Gemini CLI")).toContainText(`Program${program}`);
  await expect(path(page, "Gemini CLI")).toHaveValue(program);
  await expect(setup(page, "Gemini CLI")).toContainText("custom path");

  await path(page, "Gemini CLI").fill("/no/such/gemini");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(cli(page, "Gemini CLI")).toContainText("Binary not found at /no/such/gemini");
  await path(page, "Gemini CLI").fill("");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(cli(page, "Gemini CLI")).toContainText("Binary not found in PATH");
});

test("a variable is passed to its CLI, and never shown again", async ({ page, install }) => {
  const secret = "xyzzy-4711-plugh";
  const heard: Promise<string>[] = [];
  page.on("response", (response) => {
    if (response.url().includes("/api/") && !response.url().includes("/events")) {
      heard.push(response.text().catch(() => ""));
    }
  });
  await install("qwen", `[ "$API_KEY" = ${secret} ] && echo 2.0.0 || echo 1.0.0`);
  await openSettings(page);
  const qwen = cli(page, "Qwen Code");
  await expect(qwen).toContainText("Version1.0.0");
  await setup(page, "Qwen Code").click();
  await qwen.getByRole("button", { name: "Add variable" }).click();
  await expect(qwen.getByLabel("Name")).toBeFocused();
  await qwen.getByLabel("Name").fill("API_KEY");
  await expect(qwen.getByLabel("Value", { exact: true })).toHaveAttribute("type", "password");
  await expect(qwen.getByLabel("Value", { exact: true })).toHaveAttribute(
    "autocomplete",
    "new-password",
  );
  await qwen.getByLabel("Value", { exact: true }).fill(secret);
  await qwen.getByRole("button", { name: "Save variable" }).click();
  await expect(page.getByText("API_KEY saved")).toBeVisible();
  await expect(qwen.getByRole("button", { name: "Add variable" })).toBeFocused();
  await expect(qwen.getByRole("listitem").filter({ hasText: "API_KEY" })).toContainText("Set");
  await expect(qwen).toContainText("Version2.0.0");

  await page.request.put("/api/settings", {
    data: { cli_settings: { qwen: { env_vars: { OTHER: "theirs" } } } },
  });
  await expect(qwen.getByText("OTHER", { exact: true })).toBeVisible();
  expect(await everythingIn(page)).not.toContain(secret);
  expect((await Promise.all(heard)).join("\n")).not.toContain(secret);

  await qwen.getByRole("button", { name: "Replace the value of API_KEY" }).click();
  await expect(qwen.getByLabel("New value", { exact: true })).toBeFocused();
  await expect(qwen.getByLabel("New value", { exact: true })).toHaveValue("");
  await qwen.getByLabel("New value", { exact: true }).fill("another");
  await page.keyboard.press("Enter");
  await expect(qwen).toContainText("Version1.0.0");
  await expect(qwen.getByRole("button", { name: "Replace the value of API_KEY" })).toBeFocused();

  await qwen.getByRole("button", { name: "Remove API_KEY" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(qwen.getByText("API_KEY", { exact: true })).toBeHidden();
  expect(await savedSettings(page)).toMatchObject({
    cli_settings: { qwen: { env_vars: { OTHER: { is_set: true } } } },
  });
});

test("an invalid variable name is refused at its field", async ({ page }) => {
  await page.request.put("/api/settings", {
    data: { cli_settings: { claude: { env_vars: { TAKEN: "x" } } } },
  });
  await openSettings(page);
  const claude = cli(page, "Claude Code");
  await setup(page, "Claude Code").click();
  await claude.getByRole("button", { name: "Add variable" }).click();
  const name = claude.getByLabel("Name");
  for (const [typed, problem] of [
    ["", /must not be empty/],
    ["<img src=x onerror=alert(1)>", /must be letters, digits and underscores/],
    ["TAKEN", /is already set/],
  ] as const) {
    await name.fill(typed);
    await page.keyboard.press("Enter");
    await expect(name).toHaveAccessibleDescription(problem);
  }
  await claude.getByRole("button", { name: "Cancel" }).click();
  await expect(claude.getByRole("button", { name: "Add variable" })).toBeFocused();
});

test("two tabs on the same CLI lose and overwrite nothing", async ({ page, newTab }) => {
  const other = await newTab();
  await openSettings(page);
  await openSettings(other);
  for (const tab of [page, other]) await setup(tab, "Codex CLI").click();
  await path(page, "Codex CLI").fill("/mine");
  const env_vars = { KEY: "1" };
  await other.request.put("/api/settings", { data: { cli_settings: { codex: { env_vars } } } });
  await page.getByRole("button", { name: "Replace the value of KEY" }).click();
  await page.getByLabel("New value", { exact: true }).fill("half typed");

  await other.getByRole("button", { name: "Remove KEY" }).click();
  await other.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await path(other, "Codex CLI").fill("/theirs");
  await other.keyboard.press("Enter");

  await expect(page.getByText("Removed elsewhere")).toBeVisible();
  await expect(page.getByLabel("New value", { exact: true })).toHaveValue("half typed");
  await expect(page.getByText("These settings changed elsewhere.")).toBeVisible();
  await expect(path(page, "Codex CLI")).toHaveValue("/mine");
  await page.getByRole("button", { name: "Load the new ones" }).click();
  await expect(path(page, "Codex CLI")).toHaveValue("/theirs");
  await page.getByRole("button", { name: "Save variable" }).click();
  await expect(other.getByRole("button", { name: "Remove KEY" })).toBeVisible();
});

test("leaving asks about unsaved text, also in a folded part", async ({ page }) => {
  await openSettings(page);
  await setup(page, "Claude Code").click();
  await path(page, "Claude Code").fill("/half/typed");
  await setup(page, "Claude Code").click();
  await expect(path(page, "Claude Code")).toBeHidden();
  await page.getByRole("navigation").getByRole("link", { name: "Access and data" }).click();
  const question = page.getByRole("alertdialog");
  await expect(page).toHaveURL(/#access$/);
  await expect(question).toBeHidden();
  await chooseInMenu(page, "Help");
  await question.getByRole("button", { name: "Keep editing" }).click();
  await setup(page, "Claude Code").click();
  await expect(path(page, "Claude Code")).toHaveValue("/half/typed");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(path(page, "Claude Code")).toHaveValue("");
  await chooseInMenu(page, "Help");
  await expect(page).toHaveURL(/\/help$/);
});

test("theme and single keys can be set here too", async ({ page }) => {
  await openSettings(page);
  await page.getByRole("radio", { name: "Dark" }).check();
  await expect(page.locator("html")).toHaveClass(/dark/);
  await page.getByRole("button", { name: "Settings and help" }).click();
  await expect(page.getByRole("menuitemradio", { name: "Dark theme" })).toBeChecked();
  await page.keyboard.press("Escape");
  await page.getByRole("switch", { name: "Single-key shortcuts" }).uncheck();
  await page.reload();
  await expect(page.getByRole("radio", { name: "Dark" })).toBeChecked();
  await expect(page.getByRole("switch", { name: "Single-key shortcuts" })).not.toBeChecked();
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("g");
  await page.keyboard.press("w");
  await page.getByRole("switch", { name: "Single-key shortcuts" }).check();
  await expect(page).toHaveURL(/\/settings$/);
});

test("without a token there is no log-out, and the page says so", async ({ page }) => {
  await openSettings(page);
  await expect(page.getByText("malamar config")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Open on this machine only" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Log out" })).toBeHidden();
});

test.describe("with a token", () => {
  test.use({ args: ["--token", "open-sesame-says-ali"], allowedNoise: /401 \(Unauthorized\)/ });

  test("logging out ends it for this browser", async ({ page }) => {
    await page.goto("/login?next=/settings");
    await page.getByLabel("Token").fill("open-sesame-says-ali");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Token required" })).toBeVisible();
    await expect(page.getByText("You chose it when you started Malamar")).toBeVisible();
    await page.getByRole("button", { name: "Log out", exact: true }).click();
    await expect(page.getByLabel("Token")).toBeVisible();
    expect((await page.request.get("/api/settings")).status()).toBe(401);
    await page.goto("/settings");
    await expect(page).toHaveURL(/\/login\?next=/);
  });

  test("logged-in browsers are listed, and can be logged out", async ({
    page,
    playwright,
    malamar,
  }) => {
    await page.goto("/login?next=/settings");
    await page.getByLabel("Token").fill("open-sesame-says-ali");
    await page.keyboard.press("Enter");
    const list = page.getByRole("list", { name: "Logged in" });
    await expect(list.getByRole("listitem")).toHaveText([
      /Chrome on \w+ · this browser.*Last seen/,
    ]);
    await expect(page.getByRole("button", { name: "Log out all others" })).toBeHidden();

    const others = await Promise.all(
      ["curl/8.5.0", "Wget/1.21", "HTTPie/3.2"].map(async (userAgent) => {
        const other = await playwright.request.newContext({ baseURL: malamar.url, userAgent });
        await other.post("/api/login", { data: { token: "open-sesame-says-ali" } });
        return other;
      }),
    );
    await page.reload();
    await expect(list.getByRole("listitem")).toHaveCount(4);
    await page.getByRole("button", { name: "Log out curl/8.5.0" }).click();
    await expect(list.getByRole("listitem")).toHaveCount(3);
    expect((await others[0]!.get("/api/workspaces")).status()).toBe(401);
    expect((await others[1]!.get("/api/workspaces")).status()).toBe(200);

    await page.getByRole("button", { name: "Log out all others" }).click();
    await expect(list.getByRole("listitem")).toHaveText([/this browser/]);
    expect((await others[1]!.get("/api/workspaces")).status()).toBe(401);
    await page.reload();
    await expect(list).toBeVisible();
    for (const other of others) await other.dispose();
  });
});

test.describe("settings that cannot be loaded", () => {
  test.use({ allowedNoise: /500 \(Internal Server Error\)/ });

  test("leave the parts that need none usable, and can be retried", async ({ page }) => {
    await page.route("**/api/settings", (route) =>
      route.fulfill({
        status: 500,
        json: { error: { code: "INTERNAL_ERROR", message: "Something went wrong" } },
      }),
    );
    await page.goto("/settings");
    await expect(page.getByText("The settings could not be loaded")).toBeVisible();
    await expect(cli(page, "Claude Code")).toBeVisible();
    await expect(setup(page, "Claude Code")).toBeHidden();
    await page.unroute("**/api/settings");
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(setup(page, "Claude Code")).toBeVisible();
  });
});

test("the banner of a workspace leads to the CLIs", async ({ page }) => {
  const { id } = await createWorkspace(page.request, "Website");
  const data = { name: "Planner", instruction: "Plan.", cli_type: "gemini" };
  await page.request.post(`/api/workspaces/${id}/agents`, { data });
  await page.goto(`/workspaces/${id}/tasks`);
  await page.getByRole("link", { name: "What to do" }).click();
  await expect(page).toHaveURL(/\/settings#clis$/);
  await expect(cli(page, "Gemini CLI")).toContainText("npm install -g @google/gemini-cli");
});
