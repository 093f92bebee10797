import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { deleteAllWorkspaces, expect, test as base } from "../support/fixtures.ts";
import { createHome, startMalamar } from "../support/malamar.ts";
import { taskView } from "../support/task-pages.ts";

/** Stands in for Claude Code: it does its part and asks for a review. */
const LAST_LINE = JSON.stringify({
  type: "result",
  subtype: "success",
  is_error: false,
  result: "Done.",
  structured_output: {
    actions: [
      { type: "comment", content: "I have written the page." },
      { type: "change_status", status: "in_review" },
    ],
  },
});
const CLAUDE = `#!/bin/sh
if [ "$1" = "--version" ]; then echo "2.1.325 (Claude Code)"; exit 0; fi
while [ -e "$HOME/hold" ]; do sleep 0.1; done
echo '${LAST_LINE}'
`;

const programs = (home: string) => join(home, "bin");

function installClaude(home: string): void {
  writeFileSync(join(programs(home), "claude"), CLAUDE, { mode: 0o755 });
}

interface Options {
  hasCli: boolean;
  command: string[];
}

/** A machine with one CLI or none, on which one may be installed. */
const test = base.extend<Options>({
  hasCli: [true, { option: true }],
  command: [[], { option: true }],
  malamar: async ({ hasCli, command }, use) => {
    await using home = createHome();
    mkdirSync(programs(home.dir));
    if (hasCli) installClaude(home.dir);
    await using malamar = await startMalamar({
      home,
      args: command,
      // The machine has no CLI: the demo must need no program but its own.
      env: { PATH: hasCli ? `${programs(home.dir)}:/usr/bin:/bin` : programs(home.dir) },
    });
    await use(malamar);
  },
});

const card = (page: Page, summary: string, column = /^In Review/) =>
  page.getByRole("list", { name: column }).getByRole("link", { name: summary });

/** A workspace without agents. */
async function createWithoutTeam(page: Page): Promise<void> {
  await page.goto("/");
  await page.getByRole("button", { name: "Create workspace" }).click();
  await page.getByLabel("Title").fill("My website");
  await page.getByLabel("A new folder per task").check();
  await page.getByLabel("No team yet").check();
  await page.getByRole("dialog").getByRole("button", { name: "Create workspace" }).click();
}

test("from an empty page to a task in progress and then in review, with six clicks and two lines of text", async ({
  page,
  malamar,
}) => {
  await deleteAllWorkspaces(page.request);
  await page.goto("/");
  await expect(page.getByText("Install a CLI")).toBeHidden();
  await page.getByRole("main").getByRole("button", { name: "Create Workspace" }).click();
  await page.getByLabel("Title").fill("My website");
  await page.getByLabel("A new folder per task").check();
  await page.getByRole("dialog").getByRole("button", { name: "Create workspace" }).click();

  await expect(page.getByRole("heading", { name: "My website" })).toBeVisible();
  const pipeline = page.getByRole("list", { name: "Agents in order" });
  await expect(pipeline.getByRole("listitem")).toHaveText([
    /Planner/,
    /Implementer/,
    /Reviewer/,
    /Approver/,
  ]);
  const examples = page.getByRole("list", { name: "Example tasks" }).getByRole("button");
  await expect(examples).toHaveCount(3);
  await examples.first().click();
  await expect(page.getByLabel("Description")).toHaveValue(/Done when/);
  await page.getByLabel("Summary").fill("Write a page");
  const hold = join(malamar.home, "hold");
  writeFileSync(hold, "");
  await page.getByRole("dialog").getByRole("button", { name: "Create task" }).click();
  await expect(card(page, "Write a page", /^In Progress/)).toContainText("Planner");
  await expect(pipeline).toBeHidden();
  rmSync(hold);
  await expect(card(page, "Write a page")).toBeVisible();
  await card(page, "Write a page").click();
  await expect(taskView(page).getByText("I have written the page.").first()).toBeVisible();
});

test("the same with the keyboard alone", async ({ page }) => {
  await deleteAllWorkspaces(page.request);
  await page.goto("/");
  const create = page.getByRole("main").getByRole("button", { name: "Create Workspace" });
  await expect(create).toBeVisible();
  await create.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Title")).toBeFocused();
  await page.keyboard.type("My website");
  await page.getByLabel("A new folder per task").focus();
  await page.keyboard.press("Space");
  await page.getByLabel("No team yet").focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  const team = page.getByRole("button", { name: "Start with the sample team" });
  await expect(team).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
  for (let presses = 0; presses < 10; presses++) {
    if (await team.evaluate((button) => button === document.activeElement)) break;
    await page.keyboard.press("Tab");
  }
  await expect(team).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(team).toBeHidden();
  await expect(page.getByRole("main")).toBeFocused();
  await page.keyboard.press("c");
  await expect(page.getByLabel("Summary")).toBeFocused();
  await page.keyboard.type("Write a page");
  await page.keyboard.press("Enter");
  await expect(card(page, "Write a page")).toBeVisible();
});

test("while workspaces load, no button is offered that would vanish again", async ({ page }) => {
  await deleteAllWorkspaces(page.request);
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/api/home*", async (route) => {
    await answered;
    await route.continue();
  });
  await page.goto("/");
  await expect(page.getByText("Loading the home page")).toBeAttached();
  const create = page.getByRole("main").getByRole("button", { name: "Create Workspace" });
  await expect(create).toBeHidden();
  answer();
  await create.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Title")).toBeFocused();
});

test("on a phone too, and nothing is wider than the screen", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/");
  await page.getByRole("button", { name: "Create workspace" }).click();
  await page.getByLabel("Title").fill("x".repeat(300));
  await page.getByLabel("A new folder per task").check();
  await page.getByRole("dialog").getByRole("button", { name: "Create workspace" }).click();
  const example = page.getByRole("list", { name: "Example tasks" }).getByRole("button").first();
  await expect(example).toBeInViewport();
  const tooWide = () =>
    page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await tooWide()).toBe(0);
  await example.click();
  await page.getByLabel("Summary").fill("Write a page");
  await page.getByRole("dialog").getByRole("button", { name: "Create task" }).click();
  await expect(card(page, "Write a page")).toBeVisible();
});

test("a workspace without agents leads to the Malamar agent as well", async ({ page }) => {
  await createWithoutTeam(page);
  await page.getByRole("button", { name: "Chat with the Malamar agent" }).click();
  await expect(page).toHaveURL(/\/workspaces\/[\w-]{21}\/chats\/[\w-]{21}$/);
});

test.describe("when someone else was quicker", () => {
  test.use({ allowedNoise: /409 \(Conflict\)/ });

  test("the existing team stays, and the page says why", async ({ page, newTab }) => {
    await createWithoutTeam(page);
    await expect(page.getByRole("button", { name: "Start with the sample team" })).toBeVisible();
    const id = /workspaces\/([\w-]+)/.exec(page.url())![1]!;
    const other = await newTab();
    // This tab does not know yet.
    await page.route("**/agents/sample-team", async (route) => {
      await other.request.post(`/api/workspaces/${id}/agents`, {
        data: { name: "Writer", instruction: "Write." },
      });
      await route.continue();
    });
    await page.getByRole("button", { name: "Start with the sample team" }).click();
    await expect(page.getByText("This workspace already has agents.")).toBeVisible();
    await expect(page.getByText("This workspace has no agents")).toBeHidden();
  });
});

test.describe("without any CLI", () => {
  // A card may request a run's text at the very moment the demo is removed.
  test.use({ hasCli: false, allowedNoise: /404 .*\/transcript/ });

  test("two clicks start a demo team, and one removes it without a trace", async ({
    page,
    malamar,
  }) => {
    await page.goto("/");
    await page.getByRole("button", { name: "Try the demo team" }).click();
    await expect(page).toHaveURL(/\/workspaces\/[\w-]{21}\/tasks$/);
    await expect(page.getByRole("heading", { name: "Demo" })).toBeVisible();
    const countdown = card(page, "Build a countdown to the summer party", /^In Progress/);
    await expect(countdown).toContainText(/Planner|Implementer|Reviewer|Approver/);
    await expect(page.getByText("This is a demo")).toBeVisible();
    await expect(countdown.getByRole("img", { name: /Planner/ })).toBeVisible();
    // What its past does not tell is not called "not yet".
    await expect(card(page, "Draft the budget")).toBeVisible();
    await expect(card(page, "Draft the budget").getByRole("img")).toHaveCount(0);

    await page.getByRole("button", { name: "Remove demo" }).click();
    await expect(page.getByText("Demo removed")).toBeVisible();
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole("button", { name: "Try the demo team" })).toBeVisible();
    await expect(page.getByRole("main").getByRole("link", { name: /^Demo/ })).toBeHidden();
    expect(readdirSync(join(malamar.home, "work"))).toEqual([]);
    expect(readdirSync(join(malamar.dataDir, "runs"))).toEqual([]);
  });

  test("the page says what to install and how, and notices when it is there", async ({
    page,
    context,
    malamar,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto("/");
    const guide = page.getByRole("region", { name: "Install a CLI" });
    await guide.getByRole("button", { name: "Copy install command for Claude Code" }).click();
    await expect(guide.getByRole("button", { name: "Copied for Claude Code" })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      "npm install -g @anthropic-ai/claude-code",
    );
    await expect(guide.getByRole("listitem")).toHaveCount(5);

    installClaude(malamar.home);
    // As when you come back from a terminal.
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await expect(guide).toBeHidden();
    await expect(page.getByRole("button", { name: "Try the demo team" })).toBeHidden();
  });
});

test.describe("the demo", () => {
  test.use({ hasCli: false, command: ["demo"] });

  test("has its own CLI, so it warns about nothing", async ({ page }) => {
    await page.goto("/");
    await expect(
      page.getByRole("main").getByRole("link", { name: /^Demo: a team at work/ }),
    ).toBeVisible();
    const health = await page.request.get("/api/health/cli");
    expect(await health.json()).toContainEqual(
      expect.objectContaining({ cli_type: "demo", status: "healthy" }),
    );
    await expect(page.getByText("No CLIs available")).toBeHidden();
    await expect(page.getByText("Install a CLI")).toBeHidden();
    await page
      .getByRole("main")
      .getByRole("link", { name: /^Demo: a team at work/ })
      .click();
    await expect(page.getByText("is not available")).toBeHidden();
  });
});
