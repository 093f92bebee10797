import type { Page } from "@playwright/test";
import { createBoard, demoAgent, type Board } from "../support/board.ts";
import { expect, test as base } from "../support/fixtures.ts";
import { chooseInMenu, taskView } from "../support/task-pages.ts";

const test = base.extend<{ board: Board }>({
  board: async ({ malamar }, use) => use(createBoard(malamar.url)),
});

const todo = (page: Page) => page.getByRole("region", { name: "Todo" }).getByRole("link");
const reviewer = demoAgent("Planner", "review");

test("a task that is added without starting is released from its page", async ({ page, board }) => {
  const id = await board.createTeam([reviewer]);
  await page.goto(`/workspaces/${id}/tasks`);
  await page.getByRole("button", { name: "Create Task" }).click();
  const form = page.getByRole("dialog", { name: "Create task" });
  await form.getByLabel("Summary").fill("Someday");
  await form.getByLabel("Add without starting").check();
  await form.getByRole("button", { name: "Create task" }).click();
  await expect(form).toBeHidden();
  await expect(todo(page)).toContainText(["#1"]);
  await expect(todo(page)).toContainText(["On hold"]);
  await todo(page).click();
  const view = taskView(page);
  await expect(view.getByText("#1", { exact: true })).toBeVisible();
  await view.getByRole("button", { name: "Release" }).click();
  await expect(view.getByRole("button", { name: "Move to Done" })).toBeVisible();
  await chooseInMenu(view, "Hold");
  await expect(view.getByText("On hold")).toBeVisible();
});

test.describe("labels", () => {
  test.use({ allowedNoise: /400 \(Bad Request\)/ });

  test("are edited on the task and shown on the card", async ({ page, board }) => {
    const id = await board.createTeam([], { is_paused: true });
    await board.createTask(id, "Sort it");
    await page.goto(`/workspaces/${id}/tasks`);
    await todo(page).click();
    const view = taskView(page);
    await view.getByRole("tab", { name: "Facts" }).click();
    await view.getByRole("button", { name: "Add labels" }).click();
    const field = view.getByRole("textbox", { name: "Labels" });
    await field.fill("x".repeat(41));
    await field.press("Enter");
    await expect(field).toHaveAccessibleDescription(/must be at most 40 characters/);
    await field.fill("api, Later, API");
    await field.press("Enter");
    await expect(view.getByText("Later").first()).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(view).toBeHidden();
    await expect(todo(page)).toHaveAccessibleName(/Label: api Label: Later/);
  });
});

test("Todo stands in the order of pickup, and a paused workspace says so until it is resumed", async ({
  page,
  board,
}) => {
  const id = await board.createTeam([reviewer]);
  await page.goto(`/workspaces/${id}/settings`);
  await page.getByLabel("Pause this workspace").check();
  await page.getByRole("button", { name: "Save changes" }).click();
  const banner = page.getByText("This workspace is paused.");
  await expect(banner).toBeVisible();
  const first = await board.createTask(id, "First");
  for (const summary of ["Second", "Third"]) await board.createTask(id, summary);
  await page.goto(`/workspaces/${id}/tasks`);
  await expect(todo(page)).toContainText(["First", "Second", "Third"]);
  await expect(page.getByText("next", { exact: true })).toHaveCount(0);

  await page.request.put(`/api/workspaces/${id}`, { data: { pickup_order: "newest_first" } });
  await expect(todo(page)).toContainText(["Third", "Second", "First"]);
  for (const task of await board.tasks(id)) {
    await board.changeTask(task.id, { is_on_hold: true });
  }
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(banner).toBeHidden();
  await expect(page.getByText("next", { exact: true })).toHaveCount(0);
  await board.changeTask(first.id, { is_on_hold: false });
  await expect(page.getByRole("region", { name: "In Review" }).getByRole("link")).toContainText([
    "First",
  ]);
  await expect(todo(page)).toContainText(["Third", "Second"]);
});

test("the first card that can be taken is marked as next", async ({ page, board }) => {
  const id = await board.createTeam([demoAgent("Planner", "gate go", "review")]);
  for (const summary of ["At work", "Held", "Waits"]) await board.createTask(id, summary);
  await page.goto(`/workspaces/${id}/tasks`);
  await expect(todo(page)).toContainText(["Held", "Waits"]);
  await expect(todo(page).first()).toContainText("next");
  await todo(page).first().hover();
  await page.getByRole("button", { name: "Hold" }).click();
  await expect(todo(page).first()).toContainText("On hold");
  await expect(todo(page).nth(1)).toContainText("next");
});
