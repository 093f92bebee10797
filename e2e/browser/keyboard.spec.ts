import type { Locator, Page } from "@playwright/test";
import { createBoard, demoAgent } from "../support/board.ts";
import { expect, test } from "../support/fixtures.ts";
import { timeline } from "../support/task-pages.ts";

test("a team is built with the keyboard alone", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("main").getByRole("link", { name: /Sample/ })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("button", { name: "Create workspace" }));
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Title")).toBeFocused();
  await page.keyboard.type("By keyboard");
  await tabTo(page, page.getByLabel("My project"));
  await page.keyboard.press("ArrowDown");
  await tabTo(page, page.getByLabel("Code team"));
  await page.keyboard.press("ArrowUp");
  await expect(page.getByLabel("No team yet")).toBeChecked();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "By keyboard" })).toBeVisible();
  await expect(page.getByText("This workspace has no agents")).toBeVisible();
  await tabTo(page, page.getByRole("link", { name: "Agents", exact: true }));
  await page.keyboard.press("Enter");

  const createAgent = page.getByRole("button", { name: "Create agent" });
  for (const name of ["First", "Second"]) {
    await tabTo(page, createAgent);
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Name")).toBeFocused();
    await page.keyboard.type(name);
    await tabTo(page, page.getByRole("textbox", { name: "Instruction" }));
    await page.keyboard.type("Do it.");
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect(page.getByRole("heading", { name })).toBeVisible();
  }
  await tabTo(page, page.getByRole("button", { name: "Move Second up" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("list", { name: /order/ }).getByRole("heading")).toHaveText([
    "Second",
    "First",
  ]);
  await tabTo(page, page.getByRole("button", { name: "More for Second" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Delete Second…" })).toBeFocused();
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("button", { name: "Delete agent" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Second" })).toBeHidden();
});

test("a task is created, watched, answered and finished with the keyboard alone", async ({
  page,
  malamar,
}) => {
  const board = createBoard(malamar.url);
  const id = await board.createTeam([
    demoAgent("Planner", "say **Looking** at it.", "comment Please have a look.", "review"),
  ]);
  await page.goto(`/workspaces/${id}/tasks`);
  await expect(page.getByText("No tasks yet")).toBeVisible();
  await page.keyboard.press("c");
  await expect(page.getByLabel("Summary")).toBeFocused();
  await page.keyboard.type("By keyboard");
  await page.keyboard.press("ControlOrMeta+Enter");

  const card = page.locator("[data-task-id]", { hasText: "By keyboard" });
  await expect(page.getByRole("list", { name: "In Review, 1 task" })).toBeVisible();
  await page.keyboard.press("j");
  await expect(card).toBeFocused();
  await page.keyboard.press("Enter");
  const view = page.getByRole("region", { name: "By keyboard" });
  await expect(timeline(view)).toContainText(["Please have a look."]);
  await tabTo(page, view.getByRole("tab", { name: "Timeline" }));
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("log").getByText("Looking")).toBeVisible();

  await page.keyboard.press("m");
  await expect(view.getByRole("textbox", { name: "Comment" })).toBeFocused();
  await page.keyboard.type("Looks good, once more please.");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(timeline(view).filter({ hasText: "Please have a look." })).toHaveCount(2);
  await tabTo(page, view.getByRole("button", { name: "Move to Done" }));
  await page.keyboard.press("Enter");
  await expect(view.getByRole("button", { name: "Move to Done" })).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(view).toBeHidden();
  await expect(card).toBeFocused();
});

test("a key pressed as a dialog closes is not undone by its closing", async ({ page, malamar }) => {
  const board = createBoard(malamar.url);
  const id = await board.createTeam([demoAgent("Planner", "review")]);
  await board.createTask(id, "First");
  await page.goto(`/workspaces/${id}/tasks`);
  const card = page.locator("[data-task-id]", { hasText: "First" });
  await expect(card).toBeVisible();
  await page.getByRole("button", { name: "New task" }).click();
  await expect(page.getByLabel("Summary")).toBeFocused();
  await page.evaluate(() => {
    const dialog = document.querySelector('[role="dialog"]')!;
    new MutationObserver((_, observer) => {
      if (dialog.isConnected) return;
      observer.disconnect();
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "j", bubbles: true }));
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.keyboard.press("Escape");
  await expect(card).toBeFocused();
  // Focus returns in a zero-length timer; ours comes after it.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  await expect(card).toBeFocused();
});

/** Moves there by keyboard; the test's own time limit ends a search without result. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  while (!(await target.evaluate((element) => element === document.activeElement))) {
    await page.keyboard.press("Tab");
  }
}
