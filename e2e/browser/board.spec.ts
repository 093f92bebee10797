import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { rounds } from "@malamar/server/testing/rounds.ts";
import { createBoard, demoAgent, type Board, type Task } from "../support/board.ts";
import { expect, test as base } from "../support/fixtures.ts";
import { taskView } from "../support/task-pages.ts";

const test = base.extend<{ board: Board }>({
  board: async ({ malamar }, use) => use(createBoard(malamar.url)),
});

const column = (page: Page, name: string) => page.getByRole("region", { name });
/** A card on the board: a toast may lead to the same task. */
const card = (page: Page, summary: string) =>
  page.locator("[data-column]").getByRole("link", { name: summary });

async function openBoard(page: Page, workspaceId: string): Promise<void> {
  await page.goto(`/workspaces/${workspaceId}/tasks`);
}

/** Without agents a task goes straight to In Review; in name order, the last one on top. */
async function tasksInReview(board: Board, workspaceId: string, ...summaries: string[]) {
  const tasks: Task[] = [];
  for (const summary of summaries) {
    const task = await board.createTask(workspaceId, summary);
    await board.reachesReview(task.id);
    tasks.push(task);
  }
  return tasks;
}

/** Lets an agent continue that waits at `gate go`. */
async function openGate(board: Board, taskId: string): Promise<void> {
  writeFileSync(join((await board.task(taskId)).working_directory, "go"), "");
}

async function horizontalOverflow(page: Page): Promise<number> {
  return await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}

test("a working task is shown as such, and its card moves when the team is done", async ({
  page,
  board,
}) => {
  const id = await board.createTeam([
    demoAgent("Planner", "say **Looking** at it.", "gate go", "comment Planned.", "review"),
    demoAgent("Reviewer", "skip"),
  ]);
  await openBoard(page, id);
  const task = await board.createTask(id, "Fix the login");
  const working = column(page, "In Progress").getByRole("link", { name: "Fix the login" });
  await expect(working).toContainText("Planner");
  await expect(working).toContainText("just started");
  await expect(working).toContainText("Pass 1");
  await expect(working).toHaveAccessibleName(/Planner: running, Reviewer: not yet/);
  await expect(working.locator("[data-slot=live-line]")).toHaveText("Looking at it.");
  await expect(page.getByText("1 task · 1 running")).toBeVisible();

  const next = await board.createTask(id, "Waits for its turn");
  await page.request.post(`/api/tasks/${next.id}/prioritize`);
  await expect(column(page, "Todo").getByRole("link")).toContainText("Priority");

  await openGate(board, task.id);
  const waiting = column(page, "In Review").getByRole("link", { name: "Fix the login" });
  await expect(waiting).toHaveAccessibleName(/1 comment/);
  await expect(waiting).toHaveAccessibleName(/Planner: done, Reviewer: not yet/);
  await expect(waiting).not.toContainText("Planner");
  await expect(waiting).toContainText("just now");
  await expect(page.getByRole("list", { name: "In Review, 1 task" })).toBeVisible();
});

test("a card says whose quota it waits for, and until when", async ({ page, board }) => {
  const id = await board.createTeam([demoAgent("Planner", "quota 2h")]);
  await board.createTask(id, "Translate it");
  await openBoard(page, id);
  await expect(card(page, "Translate it")).toContainText(/Demo CLI quota — resumes .*\d{1,2}:\d\d/);
});

test("a card says what went wrong, and when it is tried again", async ({ page, board }) => {
  const id = await board.createTeam([demoAgent("Planner", "exit 1 boom")]);
  await board.createTask(id, "Break it");
  await openBoard(page, id);
  await expect(card(page, "Break it")).toContainText("boom");
  await expect(card(page, "Break it")).toContainText(/retries .*\d{1,2}:\d\d/);
});

test("a card in Done says when it will be deleted", async ({ page, board }) => {
  const id = await board.createTeam([], { retention_days: 3 });
  const [task] = await tasksInReview(board, id, "Old news");
  await board.moveToDone(task!.id);
  await openBoard(page, id);
  await expect(column(page, "Done").getByRole("link")).toContainText(/kept until \d+ \w+/);
  await page.request.put(`/api/workspaces/${id}`, { data: { auto_delete_done_tasks: false } });
  await expect(column(page, "Done").getByRole("link")).not.toContainText("kept until");
});

test("the first task is created from the empty board, whatever happens behind the dialog", async ({
  page,
  board,
}) => {
  const id = await board.createTeam([]);
  await openBoard(page, id);
  await expect(page.getByText("No tasks yet")).toBeVisible();
  await page.getByRole("button", { name: "Create Task" }).click();
  const dialog = page.getByRole("dialog", { name: "New task" });
  await dialog.getByRole("button", { name: "Create task" }).click();
  await expect(dialog.getByLabel("Summary")).toHaveAccessibleDescription(/must not be empty/);

  await dialog.getByLabel("Summary").fill("Mine");
  await tasksInReview(board, id, "Someone else's");
  await expect(page.locator("[data-task-id]", { hasText: "Someone else's" })).toBeVisible();
  await expect(dialog.getByLabel("Summary")).toHaveValue("Mine");
  await dialog.getByLabel("Description").fill("With **markdown**.");
  // Without agents it would go to review at once, and that toast would be the newer one.
  await dialog.getByLabel("Add without starting").check();
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("link", { name: "Task created Mine" })).toBeVisible();
  await expect(card(page, "Mine")).toBeVisible();
  await expect(page.getByRole("button", { name: "New task" })).toBeFocused();
});

test.describe("when the server refuses", () => {
  test.use({ allowedNoise: /Failed to load resource/ });

  test("a new task keeps its text, and the error is at its field", async ({ page, board }) => {
    const id = await board.createTeam([]);
    await tasksInReview(board, id, "First");
    await openBoard(page, id);
    await card(page, "First").focus();
    const refuse = (status: number, code: string, message: string) =>
      page.route("**/tasks", (route) =>
        route.request().method() === "POST"
          ? route.fulfill({ status, json: { error: { code, message } } })
          : route.fallback(),
      );
    await refuse(400, "VALIDATION_ERROR", "summary: must be another one");
    await page.keyboard.press("c");
    const dialog = page.getByRole("dialog", { name: "New task" });
    await dialog.getByLabel("Summary").fill("Second");
    await dialog.getByLabel("Description").fill("A long text");
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect(dialog.getByLabel("Summary")).toHaveAccessibleDescription(/must be another one/);

    await refuse(500, "INTERNAL_ERROR", "Something went wrong in Malamar.");
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect(dialog.getByRole("alert")).toContainText("Something went wrong in Malamar.");
    await expect(dialog.getByLabel("Description")).toHaveValue("A long text");

    await page.unroute("**/tasks");
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect(card(page, "Second")).toBeVisible();
    await expect(card(page, "First")).toBeFocused();
  });

  test("a board that cannot be loaded says so and offers a retry", async ({ page, board }) => {
    const id = await board.createTeam([]);
    await tasksInReview(board, id, "First");
    const lists = /\/api\/workspaces\/[^/]+\/tasks\?/;
    await page.route(lists, (route) =>
      route.fulfill({
        status: 500,
        json: { error: { code: "INTERNAL_ERROR", message: "Something went wrong in Malamar." } },
      }),
    );
    await openBoard(page, id);
    await expect(page.getByText("The tasks could not be loaded")).toBeVisible();
    await expect(page.getByRole("button", { name: "Copy details" })).toBeVisible();
    await page.unroute(lists);
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(card(page, "First")).toBeVisible();
  });
});

test.describe("when the server goes away", () => {
  test.use({ allowedNoise: /Failed to load resource|ERR_/ });

  test("the board stays readable, and writing is disabled", async ({ page, board, malamar }) => {
    const id = await board.createTeam([]);
    await tasksInReview(board, id, "First");
    await openBoard(page, id);
    await expect(card(page, "First")).toBeVisible();
    await malamar.stop("SIGKILL");
    await expect(page.getByText("Reconnecting…")).toBeVisible();
    await expect(page.getByRole("button", { name: "New task" })).toBeDisabled();
    await page.keyboard.press("c");
    await page.keyboard.press("j");
    await expect(card(page, "First")).toBeFocused();
    await expect(page.getByRole("dialog")).toBeHidden();
  });
});

test("deleting everything in Done asks for the workspace's title", async ({ page, board }) => {
  const id = await board.createTeam([]);
  const [first, second] = await tasksInReview(board, id, "First", "Second", "Third");
  await board.moveToDone(first!.id);
  await board.moveToDone(second!.id);
  await openBoard(page, id);
  await page.getByRole("button", { name: "More for Done" }).click();
  await page.getByRole("menuitem", { name: "Delete all done…" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete all 2 tasks in Done?" });
  const confirm = dialog.getByRole("button", { name: "Delete all done" });
  await dialog.getByRole("textbox").fill("team");
  await expect(confirm).toBeDisabled();
  await dialog.getByRole("textbox").fill("Team");
  await confirm.click();
  await expect(page.getByText("2 tasks deleted")).toBeVisible();
  await expect(page.getByRole("list", { name: "Done, 0 tasks" }).getByRole("link")).toHaveCount(0);
  await expect(card(page, "Third")).toBeVisible();

  // An empty column is narrow.
  const widths = await Promise.all(
    ["In Review", "Done"].map(async (name) => (await column(page, name).boundingBox())!.width),
  );
  expect(widths[1]!).toBeLessThan(widths[0]! * 0.7);
});

test("the keyboard moves around the board, and Tab leaves it", async ({ page, board }) => {
  const id = await board.createTeam([]);
  const tasks = await tasksInReview(board, id, "Done one", "Lower", "Upper");
  await board.moveToDone(tasks[0]!.id);
  await openBoard(page, id);
  await expect(card(page, "Upper")).toBeVisible();
  const steps: [string, string][] = [
    ["j", "Upper"],
    ["j", "Lower"],
    ["ArrowDown", "Lower"],
    ["k", "Upper"],
    ["l", "Done one"],
    ["ArrowRight", "Done one"],
    ["h", "Upper"],
    ["ArrowDown", "Lower"],
    ["ArrowUp", "Upper"],
    ["ArrowRight", "Done one"],
    ["ArrowLeft", "Upper"],
  ];
  for (const [key, summary] of steps) {
    await page.keyboard.press(key);
    await expect(card(page, summary)).toBeFocused();
  }
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Open" })).toBeFocused();
  for (const button of ["Hold", "More for this task", "More for Done", "Collapse Done"]) {
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: button }).first()).toBeFocused();
  }
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Tab");
  await expect(card(page, "Upper")).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(page.getByRole("button", { name: "Collapse In Review" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/tasks/${tasks[2]!.id}$`));
});

test("focus follows its card, and moves to the neighbour when the card is deleted", async ({
  page,
  board,
}) => {
  const id = await board.createTeam([demoAgent("Planner", "gate go", "review")]);
  const task = await board.createTask(id, "On the move");
  await openBoard(page, id);
  await expect(column(page, "In Progress").getByRole("link")).toContainText("Planner");
  await card(page, "On the move").focus();
  await openGate(board, task.id);
  const moved = column(page, "In Review").getByRole("link", { name: "On the move" });
  await expect(moved).toBeFocused();

  await board.createTask(id, "Neighbour");
  const other = await board.createTask(id, "Waits");
  await expect(column(page, "Todo").getByRole("link", { name: "Waits" })).toBeVisible();
  await card(page, "Waits").focus();
  await board.createTask(id, "Waits too");
  await expect(card(page, "Waits too")).toBeVisible();
  await board.deleteTask(other.id);
  await expect(card(page, "Waits too")).toBeFocused();
});

test("a hovered or focused card shows a few buttons, and the rest in its menu", async ({
  page,
  board,
}) => {
  const id = await board.createTeam([]);
  await tasksInReview(board, id, "First", "Second", "Third");
  await openBoard(page, id);
  const actions = page.getByRole("group", { name: "Actions" });
  const more = actions.getByRole("button", { name: "More for this task" });
  await expect(card(page, "Third")).toBeVisible();
  await expect(actions).toHaveCount(0);

  await card(page, "First").hover();
  await expect(actions.getByRole("button", { name: "Open" })).toBeVisible();
  await expect(actions.getByRole("button", { name: "Hold" })).toBeVisible();
  await expect(actions.getByRole("button", { name: "Delete" })).toHaveCount(0);
  await more.click();
  await page.getByRole("menuitem", { name: "Move to Done" }).click();
  await expect(column(page, "Done").getByRole("link", { name: "First" })).toBeVisible();

  // The question stays while the mouse is elsewhere; afterwards the neighbour has focus.
  await expect(card(page, "First")).toBeFocused();
  await page.keyboard.press("h");
  await expect(card(page, "Third")).toBeFocused();
  for (const button of ["Open", "Hold", "More for this task"]) {
    await page.keyboard.press("Tab");
    await expect(actions.getByRole("button", { name: button })).toBeFocused();
  }
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Delete…" }).press("Enter");
  const question = page.getByRole("alertdialog", { name: "Delete this task?" });
  await expect(question).toContainText("Third");
  await page.mouse.move(5, 5);
  await question.getByRole("button", { name: "Delete task" }).click();
  await expect(page.getByText("Task deleted")).toBeVisible();
  await expect(card(page, "Third")).toHaveCount(0);
  await expect(card(page, "Second")).toBeFocused();
});

test("when the last card is deleted, focus stays on the page", async ({ page, board }) => {
  const id = await board.createTeam([]);
  const [task] = await tasksInReview(board, id, "The last one");
  await openBoard(page, id);
  await card(page, "The last one").focus();
  await board.deleteTask(task!.id);
  await expect(page.getByText("No tasks yet")).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
});

test("hostile and endless texts stay text, and widen nothing", async ({ page, board }) => {
  const id = await board.createTeam([]);
  await tasksInReview(
    board,
    id,
    `<img src=x onerror="document.title='hacked'"><b>bold</b>`,
    "supercalifragilistic".repeat(5_000),
    "אבג 🎉 ".repeat(200),
  );
  for (const width of [1280, 800, 360]) {
    await page.setViewportSize({ width, height: 740 });
    await openBoard(page, id);
    await expect(page.getByText("<b>bold</b>")).toBeVisible();
    await expect(page).toHaveTitle(/Tasks · Team/);
    expect(await horizontalOverflow(page)).toBe(0);
    for (const link of await column(page, "In Review").getByRole("link").all()) {
      expect((await link.boundingBox())!.height).toBeLessThan(120);
    }
  }
});

test("a phone shows one column at a time, starting with one that needs attention", async ({
  page,
  board,
}) => {
  const id = await board.createTeam([]);
  const [old] = await tasksInReview(board, id, "Finished", "Look at me");
  await board.moveToDone(old!.id);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/");
  const workspaces = page.getByRole("list", { name: "Workspaces", exact: true });
  await workspaces.getByRole("link", { name: /Team/ }).click();
  await expect(card(page, "Look at me")).toBeInViewport();
  await expect(card(page, "Finished")).not.toBeInViewport();
  await expect(page.getByRole("radio", { name: "1 In Review" })).toBeChecked();
  expect(await horizontalOverflow(page)).toBe(0);

  await page.getByText("1Done").click();
  await expect(card(page, "Finished")).toBeInViewport();
  await expect(page).toHaveURL(/\?column=done$/);
  await page.reload();
  await expect(card(page, "Finished")).toBeInViewport();
  await expect(page.getByRole("button", { name: "More for Done" })).toBeInViewport();

  await page.keyboard.press("j");
  await page.keyboard.press("h");
  await expect(card(page, "Look at me")).toBeInViewport();
  await expect(page).toHaveURL(/\?column=in_review$/);
  await page.keyboard.press("l");
  await expect(card(page, "Finished")).toBeInViewport();

  await swipe(page, column(page, "Done"), -360);
  await expect(card(page, "Look at me")).toBeInViewport();
  await expect(page.getByRole("radio", { name: "1 In Review" })).toBeChecked();
  await expect(page).toHaveURL(/\?column=in_review$/);
  await page.getByRole("button", { name: "New task" }).click();
  await expect(page.getByRole("dialog", { name: "New task" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
});

async function swipe(page: Page, over: Locator, by: number): Promise<void> {
  await over.hover();
  await page.mouse.wheel(by, 0);
}

test("eight tabs see a card move, over one stream", async ({ newTab, board }) => {
  const id = await board.createTeam([demoAgent("Planner", "gate go", "review")]);
  const task = await board.createTask(id, "Seen by everybody");
  const tabs = await Promise.all(Array.from({ length: 8 }, newTab));
  // A stream that carries an agent's words replaces the one before.
  const leaders = new Set<Page>();
  for (const tab of tabs) {
    tab.on("request", (request) => {
      if (new URL(request.url()).pathname === "/api/events") leaders.add(tab);
    });
    await openBoard(tab, id);
    await expect(column(tab, "In Progress").getByRole("link")).toContainText("Planner");
  }
  await openGate(board, task.id);
  for (const tab of tabs) await expect(column(tab, "In Review").getByRole("link")).toBeVisible();
  expect(leaders.size).toBe(1);
});

test("p prioritizes the focused card at once, takes priority from another, and undoes it", async ({
  page,
  board,
}) => {
  const id = await board.createTeam([demoAgent("Planner", "gate never")]);
  for (const summary of ["First", "Second"]) await board.createTask(id, summary);
  await openBoard(page, id);
  const badge = (summary: string) => card(page, summary).getByText("Priority");
  await card(page, "First").focus();
  await page.keyboard.press("p");
  await expect(badge("First")).toBeVisible();
  await card(page, "Second").focus();
  await page.keyboard.press("p");
  await expect(badge("Second")).toBeVisible();
  await expect(badge("First")).toBeHidden();
  await page.keyboard.press("p");
  await expect(badge("Second")).toBeHidden();
  await expect
    .poll(async () => (await board.tasks(id)).filter((task) => task.is_priority))
    .toEqual([]);
});

test("hundreds of cards are there, though only the visible ones are drawn", async ({
  page,
  board,
}) => {
  const count = rounds(700, 2_000);
  const team = await board.createTeam([]);
  await board.reachesReview((await board.createTask(team, "One of many")).id);
  const file = (await (await page.request.get(`/api/workspaces/${team}/export`)).json()) as {
    tasks: object[];
  };
  const tasks = Array.from({ length: count }, (_, n) => ({
    ...file.tasks[0],
    id: String(n).padStart(21, "0"),
    summary: `Number ${n + 1}`,
  }));
  const imported = await page.request.post("/api/import", { data: { ...file, tasks } });
  const { id } = (await imported.json()) as { id: string };
  await openBoard(page, id);
  const list = page.getByRole("list", {
    name: `In Review, ${count.toLocaleString("en")} tasks`,
  });
  await expect(list).toBeVisible({ timeout: 60_000 });
  const first = list.locator('[aria-posinset="1"]');
  const last = list.locator(`[aria-posinset="${count}"]`);
  await expect(first).toBeInViewport();
  await expect(last).toHaveCount(0);

  await column(page, "In Review").hover();
  await expect(async () => {
    await page.mouse.wheel(0, 100_000);
    await expect(last).toBeInViewport({ timeout: 100 });
  }).toPass();
  await expect(last).toHaveAttribute("aria-setsize", `${count}`);
  expect(await page.getByRole("region").getByRole("link").count()).toBeLessThan(200);

  // Tab still reaches the first card, and the keys lead back to this one.
  await page.keyboard.press("j");
  await expect(first.getByRole("link")).toBeFocused();
  await expect(first).toBeInViewport();

  // After a task was opened by its address, closing it leads to its card.
  const { id: far } = (await board.tasks(id))[80]!;
  await page.goto(`/workspaces/${id}/tasks/${far}`);
  await expect(taskView(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator(`[data-task-id="${far}"]`)).toBeFocused();
});

test("a filter narrows the board, and is in the address", async ({ page, board }) => {
  const id = await board.createTeam([demoAgent("Planner", "review"), demoAgent("Idle", "skip")]);
  const [first] = await tasksInReview(board, id, "Fix the login", "Write the docs");
  await board.changeTask(first!.id, { labels: ["web"] });
  const done = await tasksInReview(board, id, "Old login page");
  await board.moveToDone(done[0]!.id);
  await openBoard(page, id);
  await expect(cards(page)).toHaveCount(3);

  await page.getByRole("searchbox", { name: "Filter tasks" }).fill("login");
  await expect(cards(page)).toHaveCount(2);
  await page.getByRole("button", { name: "Needs me" }).click();
  await expect(cards(page)).toContainText(["Fix the login"]);
  await expect(page).toHaveURL(/\?q=login&needs=me$/);
  await page.reload();
  await expect(cards(page)).toContainText(["Fix the login"]);
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(cards(page)).toHaveCount(3);

  await page.getByRole("button", { name: "Filter by label" }).click();
  await page.getByRole("menuitemradio", { name: "web" }).click();
  await expect(cards(page)).toContainText(["Fix the login"]);
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByRole("button", { name: "Filter by agent" }).click();
  await page.getByRole("menuitemradio", { name: "Idle" }).click();
  await expect(page.getByText("No tasks match this filter")).toBeVisible();
  await page.getByRole("button", { name: "Clear filter" }).click();
  await expect(cards(page)).toHaveCount(3);
});

test("what needs someone is found among all tasks, not only those that are loaded", async ({
  page,
  board,
}) => {
  const team = await board.createTeam([]);
  await board.reachesReview((await board.createTask(team, "One of many")).id);
  const file = (await (await page.request.get(`/api/workspaces/${team}/export`)).json()) as {
    workspace: object;
    tasks: object[];
  };
  // So that the failing one stays in Todo when it is released.
  const workspace = { ...file.workspace, is_paused: true };
  const tasks = Array.from({ length: 120 }, (_, n) => ({
    ...file.tasks[0],
    id: String(n).padStart(21, "0"),
    number: n + 1,
    position: n + 1,
    status: "todo",
    summary: `Number ${n + 1}`,
    ...(n === 119 && { failure_count: 1, last_error: "It broke." }),
  }));
  const imported = await page.request.post("/api/import", { data: { ...file, workspace, tasks } });
  const { id } = (await imported.json()) as { id: string };
  const failing = (await board.todo(id)).at(-1)!;
  await board.changeTask(failing.id, { is_on_hold: false });
  await openBoard(page, id);
  await expect(page.getByRole("list", { name: "Todo, 120 tasks" })).toBeVisible();
  await page.getByRole("button", { name: "Needs me" }).click();
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page)).toContainText("Number 120");
  await expect(page.getByRole("list", { name: "Todo, 1 task" })).toBeVisible();
});

const cards = (page: Page) => page.locator("[data-task-id]");

test("selected cards are changed together, and the page names those that failed", async ({
  page,
  board,
}) => {
  const id = await board.createTeam([]);
  await tasksInReview(board, id, "Four", "Three", "Two", "One");
  await openBoard(page, id);
  const bar = page.getByRole("group", { name: "Selected tasks" });
  await card(page, "One").focus();
  await page.keyboard.press("x");
  await expect(card(page, "One")).toHaveAccessibleName(/Selected/);
  await card(page, "Three").click({ modifiers: ["Shift"] });
  await expect(bar).toContainText("3 selected");
  await page.keyboard.press("Escape");
  await expect(bar).toHaveCount(0);

  await card(page, "One").focus();
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("Shift+X");
  await bar.getByRole("button", { name: "Label" }).click();
  await page.getByLabel("Add labels").fill("batch");
  await page.getByRole("button", { name: "Save labels" }).click();
  await expect(page.getByText("2 tasks changed")).toBeVisible();
  await expect(card(page, "Two")).toHaveAccessibleName(/Label: batch/);
  await expect(bar).toHaveCount(0);

  // One of them cannot go where the others can.
  const [finished] = await board.tasks(id);
  await board.moveToDone(finished!.id);
  await expect(column(page, "Done").getByRole("link")).toHaveCount(1);
  await column(page, "Done").getByRole("link").focus();
  await page.keyboard.press("x");
  await page.keyboard.press("h");
  await page.keyboard.press("x");
  await bar.getByRole("button", { name: "Hold" }).click();
  await expect(page.getByText("1 of 2 tasks not changed")).toBeVisible();
});

test("a folded column stays folded, with its cards behind its strip", async ({ page, board }) => {
  const id = await board.createTeam([]);
  await tasksInReview(board, id, "Look at me");
  await openBoard(page, id);
  await column(page, "In Review").getByRole("button", { name: "Collapse In Review" }).click();
  await expect(card(page, "Look at me")).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("button", { name: "Expand In Review, 1" })).toBeVisible();
  await expect(card(page, "Look at me")).toHaveCount(0);
  await page.getByRole("button", { name: "Expand In Review, 1" }).click();
  await expect(card(page, "Look at me")).toBeVisible();
});
