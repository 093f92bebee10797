import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { createBoard, demoAgent } from "../support/board.ts";
import { createWorkspace, expect, test } from "../support/fixtures.ts";
import type { Malamar } from "../support/malamar.ts";

/** An agent that asks for review as soon as the test says so. */
async function teamThatWaits(malamar: Malamar, agents = 1) {
  const board = createBoard(malamar.url);
  const gate = join(malamar.home, "go-on");
  const workspaces: string[] = [];
  for (let n = 0; n < agents; n++) {
    workspaces.push(await board.createTeam([demoAgent("Planner", `gate ${gate}`, "review")]));
  }
  return { board, workspaces, letGo: () => writeFileSync(gate, "") };
}

const toasts = (page: Page) => page.getByRole("region", { name: /Notifications/ });
const liveRegion = (page: Page) => page.locator('[data-slot="live-region"]');

/** From here on the page receives events. */
async function openList(page: Page): Promise<void> {
  const stream = page.waitForResponse((response) => response.url().includes("/api/events"));
  await page.goto("/");
  await stream;
  await expect(page.getByRole("main").getByRole("link", { name: /Sample/ })).toBeVisible();
}

test("a task that reaches review is announced on every page, with a link", async ({
  page,
  malamar,
}) => {
  const { board, workspaces, letGo } = await teamThatWaits(malamar);
  await openList(page);
  const task = await board.createTask(workspaces[0]!, "Fix login");
  await expect(liveRegion(page)).toHaveText("Planner is working on Fix login");
  letGo();
  const link = toasts(page).getByRole("link", { name: "In review Fix login" });
  // A hovered toast stays.
  await link.hover();
  await expect(liveRegion(page)).toHaveText("Fix login moved to In Review");
  const toast = toasts(page).getByRole("listitem").filter({ hasText: "Fix login" });
  const box = (await toast.boundingBox())!;
  await toast.click({ position: { x: box.width / 2, y: box.height - 4 } });
  await expect(page).toHaveURL(new RegExp(`/workspaces/${workspaces[0]}/tasks/${task.id}$`));
  await expect(link).toBeHidden();
});

test("a toast is reached by keyboard, and closed by its X", async ({ page, malamar }) => {
  const { board, workspaces, letGo } = await teamThatWaits(malamar, 2);
  await openList(page);
  const first = await board.createTask(workspaces[0]!, "First");
  const second = await board.createTask(workspaces[1]!, "Second");
  letGo();
  const link = toasts(page).getByRole("link", { name: "In review First" });
  const other = toasts(page).getByRole("link", { name: "In review Second" });
  await link.hover();
  await expect(other).toBeVisible();
  await toasts(page)
    .getByRole("listitem")
    .filter({ hasText: "Second" })
    .getByRole("button", { name: "Close toast" })
    .click();
  await expect(other).toBeHidden();
  expect(page.url()).not.toContain(second.id);
  await link.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/tasks/${first.id}$`));
});

test("tabbing out of a toast leads onwards, not back", async ({ page, malamar }) => {
  const { board, workspaces, letGo } = await teamThatWaits(malamar);
  await openList(page);
  const last = page.getByRole("button", { name: /^More for/ }).last();
  await last.focus();
  await board.createTask(workspaces[0]!, "Fix login");
  letGo();
  const link = toasts(page).getByRole("link", { name: "In review Fix login" });
  await link.hover();
  // The toast, its X, its link.
  for (let stop = 0; stop < 3; stop++) await page.keyboard.press("Tab");
  await expect(link).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
});

test("a click on a toast does not discard typed text", async ({ page, malamar }) => {
  const { board, workspaces, letGo } = await teamThatWaits(malamar);
  await openList(page);
  await page.getByRole("button", { name: "Create workspace" }).click();
  await page.getByLabel("A new folder per task").check();
  await page.getByLabel("Title").fill("Half a thought");
  const task = await board.createTask(workspaces[0]!, "Fix login");
  letGo();
  const link = page.getByRole("link", { name: "In review Fix login" });
  await link.click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Keep editing" }).click();
  await expect(page.getByLabel("Title")).toHaveValue("Half a thought");
  await expect(page.getByLabel("Title")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Half a thought" })).toBeVisible();
  expect(page.url()).not.toContain(task.id);
});

test("an error says what happened, once per task however often it repeats", async ({
  page,
  malamar,
}) => {
  const board = createBoard(malamar.url);
  const workspace = await board.createTeam([demoAgent("Breaker", "exit 3 the disk is full")]);
  await openList(page);
  const task = await board.createTask(workspace, "Break <b>it</b>");
  const link = toasts(page).getByRole("link", { name: /^Error Break <b>it<\/b> CLI exited with/ });
  await expect(link).toBeVisible();
  await expect(liveRegion(page)).toContainText(/Break <b>it<\/b>/);
  await expect
    .poll(async () => (await board.runs(task.id)).length, "it was tried again")
    .toBeGreaterThan(1);
  await expect(link).toHaveCount(1);
  await board.cancelTask(task.id).catch(() => {});
  await board.deleteTask(task.id);
});

test("the open task needs no toast", async ({ page, malamar }) => {
  const { board, workspaces, letGo } = await teamThatWaits(malamar, 2);
  const open = await board.createTask(workspaces[0]!, "Open");
  await page.goto(`/workspaces/${workspaces[0]}/tasks/${open.id}`);
  await expect(page.getByText("Open", { exact: true }).first()).toBeVisible();
  await board.createTask(workspaces[1]!, "Elsewhere");
  letGo();
  await expect(toasts(page).getByRole("link", { name: /Elsewhere/ })).toBeVisible();
  await board.reachesReview(open.id);
  await expect(toasts(page).getByRole("link", { name: /Open/ })).toHaveCount(0);
});

test("a burst is summed up, and there are never more than three toasts", async ({
  page,
  malamar,
}) => {
  const { board, workspaces, letGo } = await teamThatWaits(malamar, 6);
  await openList(page);
  const tasks = await Promise.all(
    workspaces.map((workspace, n) => board.createTask(workspace, `Task ${n}`)),
  );
  // The page is frozen until all of it has happened, as while a computer sleeps.
  page.once("dialog", (dialog) => {
    letGo();
    void Promise.all(tasks.map((task) => board.reachesReview(task.id))).then(() => dialog.accept());
  });
  await page.evaluate(() => window.alert("Stand still"));
  const summary = toasts(page).getByRole("link", { name: "3 more tasks are in review" });
  await expect(summary).toBeVisible();
  const shown = toasts(page).locator('[data-sonner-toast]:not([data-removed="true"])');
  await expect(shown).toHaveCount(3);
  await summary.click();
  await expect(page).toHaveURL(/:\d+\/$/);
  await expect(summary).toBeHidden();
});

test("a new toast replaces the oldest", async ({ page }) => {
  await page.goto("/");
  for (const title of ["One", "Two", "Three", "Four"]) {
    await page.getByRole("button", { name: "Create workspace" }).click();
    await page.getByLabel("Title").fill(title);
    await page.getByLabel("A new folder per task").check();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    await page.getByRole("link", { name: "Home", exact: true }).click();
  }
  await expect(toasts(page).getByText("Four")).toBeVisible();
  await expect(toasts(page).getByText("One", { exact: true })).toBeHidden();
  await expect(toasts(page).getByText("Two")).toBeVisible();
});

test("a toast with an endless summary fits on a small phone", async ({ page, malamar }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { board, workspaces, letGo } = await teamThatWaits(malamar);
  await openList(page);
  letGo();
  await board.createTask(workspaces[0]!, "supercalifragilistic".repeat(5_000));
  await expect(toasts(page).getByRole("link", { name: /supercali/ })).toBeVisible();
  const toast = (await toasts(page).getByRole("listitem").boundingBox())!;
  expect(toast.height).toBeLessThan(120);
  expect(toast.x + toast.width).toBeLessThanOrEqual(360);
});

test("a workspace without agents says so on every tab, where it can get one", async ({ page }) => {
  const { id } = await createWorkspace(page.request, "Lonely");
  const banner = page.getByText("This workspace has no agents. Tasks go straight to In Review.");
  for (const tab of ["agents", "settings", "tasks"]) {
    await page.goto(`/workspaces/${id}/${tab}`);
    await expect(banner).toHaveCount(1);
    await expect(banner).toBeVisible();
  }
  await page.getByRole("button", { name: "Create agent" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Planner");
  await dialog.getByLabel("Instruction").fill("Plan.");
  await dialog.getByRole("button", { name: "Create agent" }).click();
  await expect(banner).toBeHidden();
  const unavailable = page.getByText(
    "Claude Code is not available. Planner cannot run until it is.",
  );
  await expect(unavailable).toBeVisible();
  await page.getByRole("link", { name: "What to do" }).click();
  await expect(page).toHaveURL(/\/settings#clis$/);
  await expect(page.getByText("npm install -g").first()).toBeVisible();
});
