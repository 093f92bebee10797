import type { Page } from "@playwright/test";
import { createBoard, demoAgent, type Board } from "../support/board.ts";
import { expect, test as base } from "../support/fixtures.ts";
import { chooseInMenu, taskView } from "../support/task-pages.ts";

const test = base.extend<{ board: Board }>({
  board: async ({ malamar }, use) => use(createBoard(malamar.url)),
});

const todo = (page: Page) => page.getByRole("region", { name: "Todo" }).getByRole("link");
const reviewer = demoAgent("Planner", "review");

test("a task created without starting is released from its page", async ({ page, board }) => {
  const id = await board.createTeam([reviewer]);
  await page.goto(`/workspaces/${id}/tasks`);
  await page.getByRole("button", { name: "Create Task" }).click();
  const form = page.getByRole("dialog", { name: "New task" });
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

test("Todo is in pickup order, and a paused workspace says so until it is resumed", async ({
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

test("the first card that can be picked up is marked as next", async ({ page, board }) => {
  const id = await board.createTeam([demoAgent("Planner", "gate go", "review")]);
  for (const summary of ["At work", "Held", "Waits"]) await board.createTask(id, summary);
  await page.goto(`/workspaces/${id}/tasks`);
  await expect(todo(page)).toContainText(["Held", "Waits"]);
  await expect(todo(page).first()).toContainText("next");
  await todo(page).first().hover();
  await page.getByRole("button", { name: "Hold" }).click();
  await expect(todo(page).first()).toContainText("On hold");
  await expect(todo(page).nth(1)).toContainText("next");

  const next = page.getByText("next", { exact: true });
  // What a filter hides may come first.
  await page.getByRole("searchbox", { name: "Filter tasks" }).fill("Wai");
  await expect(todo(page)).toHaveCount(1);
  await expect(next).toHaveCount(0);
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(next).toHaveCount(1);
  await page.getByRole("button", { name: "Pause all work" }).click();
  await expect(page.getByText("All work is paused.")).toBeVisible();
  await expect(next).toHaveCount(0);
});

test("Todo is reordered by dragging, by keys and by the menu", async ({ page, board }) => {
  const id = await board.createTeam([reviewer], { is_paused: true });
  for (const summary of ["A", "B", "C", "D"]) await board.createTask(id, summary);
  await page.goto(`/workspaces/${id}/tasks`);
  const card = (summary: string) => todo(page).filter({ hasText: summary });
  await expect(todo(page)).toContainText(["A", "B", "C", "D"]);

  await card("D").hover();
  // The code for dragging is fetched when a mouse enters the board.
  await expect(page.locator("[data-drag=ready]")).toBeVisible();
  await page.mouse.down();
  await card("A").hover({ position: { x: 40, y: 2 } });
  await page.mouse.up();
  await expect(todo(page)).toContainText(["D", "A", "B", "C"]);
  await expect(page).toHaveURL(/\/tasks$/);

  await card("C").focus();
  await page.keyboard.press("Shift+K");
  await expect(todo(page)).toContainText(["D", "A", "C", "B"]);
  await expect(card("C")).toBeFocused();
  await expect.poll(() => inOrder(board, id)).toEqual(["D", "A", "C", "B"]);

  await card("B").hover();
  await page.getByRole("button", { name: "More for this task" }).click();
  await page.getByRole("menuitem", { name: "Move to top" }).click();
  await expect(todo(page)).toContainText(["B", "D", "A", "C"]);
  await expect.poll(() => inOrder(board, id)).toEqual(["B", "D", "A", "C"]);
});

test("keys pressed faster than the server answers all count", async ({ page, board }) => {
  const id = await board.createTeam([reviewer], { is_paused: true });
  for (const summary of ["A", "B", "C", "D"]) await board.createTask(id, summary);
  const held: (() => void)[] = [];
  await page.route("**/position", async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await page.goto(`/workspaces/${id}/tasks`);
  await todo(page).filter({ hasText: "D" }).focus();
  for (let press = 0; press < 3; press++) await page.keyboard.press("Shift+K");
  await expect(todo(page)).toContainText(["D", "A", "B", "C"]);
  // One at a time: each place counts from the one before.
  for (let sent = 1; sent <= 3; sent++) {
    await expect.poll(() => held.length).toBe(sent);
    held.at(-1)?.();
  }
  await expect.poll(() => inOrder(board, id)).toEqual(["D", "A", "B", "C"]);
  await expect(todo(page)).toContainText(["D", "A", "B", "C"]);
});

/** The summaries of Todo in pickup order. */
async function inOrder(board: Board, id: string): Promise<string[]> {
  return (await board.todo(id)).map(({ summary }) => summary);
}

test("a card can be dragged only to the columns that its buttons allow", async ({
  page,
  board,
}) => {
  const id = await board.createTeam([reviewer]);
  const task = await board.createTask(id, "Dragged");
  await board.reachesReview(task.id);
  await page.goto(`/workspaces/${id}/tasks`);
  const region = (name: string) => page.getByRole("region", { name });
  const dragTo = async (name: string) => {
    await page.getByRole("region").getByRole("link", { name: "Dragged" }).hover();
    await expect(page.locator("[data-drag=ready]")).toBeVisible();
    await page.mouse.down();
    await region(name).hover({ position: { x: 60, y: 200 } });
    await page.mouse.up();
  };
  await dragTo("In Progress");
  await expect(region("In Review").getByRole("link")).toContainText(["Dragged"]);
  await dragTo("Done");
  await expect(region("Done").getByRole("link")).toContainText(["Dragged"]);
  expect((await board.task(task.id)).status).toBe("done");
});
