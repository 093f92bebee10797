import { createBoard, demoAgent } from "../support/board.ts";
import { expect, test } from "../support/fixtures.ts";
import { holdBack } from "../support/held-back.ts";
import {
  chooseInMenu,
  expectButtons,
  expectMenu,
  hero,
  letGo,
  openTask,
  reviewingAgent,
  taskNamed,
  taskView,
  timeline,
  waitingAgent,
} from "../support/task-pages.ts";

const MOD_ENTER = "ControlOrMeta+Enter";
const refusal = { error: { code: "INTERNAL_ERROR", message: "The disk is full." } };

test.describe("an open task", () => {
  test("is a page at its address, with a title and the way to the board", async ({
    page,
    malamar,
  }) => {
    const { view, workspaceId } = await openTask(page, malamar);
    await expect(view).toHaveAttribute("data-view", "page");
    await expect(view.getByRole("heading", { name: "Fix the login" })).toBeVisible();
    await expect(page.locator("[data-column]")).toHaveCount(0);
    await expect(page).toHaveTitle("(1) Fix the login · Team · Malamar");
    await view.getByRole("button", { name: "Board", exact: true }).click();
    await expect(view).toBeHidden();
    await expect(page).toHaveURL(new RegExp(`/workspaces/${workspaceId}/tasks$`));
    await expect(page).toHaveTitle("(1) Tasks · Team · Malamar");
    await expect(page.getByRole("link", { name: /Fix the login/ })).toBeFocused();
  });

  test("is next to the board where both fit, and j and k move through the cards", async ({
    page,
    malamar,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const board = createBoard(malamar.url);
    const id = await board.createTeam([]);
    for (const summary of ["Oldest", "Middle", "Newest"]) {
      await board.reachesReview((await board.createTask(id, summary)).id);
    }
    const view = taskView(page);
    const card = (name: string) => page.locator("[data-task-id]", { hasText: name });
    await page.goto(`/workspaces/${id}/tasks`);
    await card("Newest").click();
    await expect(view).toHaveAttribute("data-view", "panel");
    await expect(view).toBeFocused();
    await view.getByRole("textbox", { name: "Comment" }).fill("Half a remark");
    await page.keyboard.press("Escape");

    await page.keyboard.press("j");
    await expect(taskNamed(page, "Middle")).toBeFocused();
    await expect(card("Middle")).toHaveAttribute("aria-current", "page");
    await expect(page).toHaveTitle("(3) Middle · Team · Malamar");
    await card("Oldest").click();
    await expect(taskNamed(page, "Oldest")).toBeVisible();
    await page.keyboard.press("k");
    await page.keyboard.press("k");
    await expect(taskNamed(page, "Newest")).toBeVisible();
    await expect(view.getByRole("textbox", { name: "Comment" })).toHaveValue("Half a remark");

    await page.keyboard.press("f");
    await expect(view).toHaveAttribute("data-view", "page");
    await expect(card("Newest")).toHaveCount(0);
    await page.keyboard.press("f");
    await expect(view).toHaveAttribute("data-view", "panel");
    await page.keyboard.press("j");
    await expect(taskNamed(page, "Middle")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(view).toBeHidden();
    await expect(card("Middle")).toBeFocused();
    await expect(page).toHaveURL(/\/tasks$/);
  });

  test("covers the board of a small window, and Back and Escape lead to its card", async ({
    page,
    malamar,
  }) => {
    await page.setViewportSize({ width: 1024, height: 740 });
    const { view, workspaceId } = await openTask(page, malamar);
    const boardAddress = new RegExp(`/workspaces/${workspaceId}/tasks$`);
    await page.goto(`/workspaces/${workspaceId}/tasks`);
    const card = page.locator("[data-column]").getByRole("link", { name: /Fix the login/ });

    await card.click();
    await view.getByRole("tab", { name: "Activity" }).click();
    await expect(page).toHaveURL(/\?tab=activity$/);
    await expect(card).toHaveCount(0);
    await page.goBack();
    await expect(view).toBeHidden();
    await expect(page).toHaveURL(boardAddress);
    await expect(card).toBeFocused();

    await card.click();
    await expect(view.getByRole("tab", { name: "Timeline" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(view).toBeHidden();
    await expect(card).toBeFocused();
  });

  test("is found by its number, which texts link to", async ({ page, malamar }) => {
    const { view, board, task, workspaceId } = await openTask(page, malamar);
    await board.changeTask(task.id, { description: "See #2, not `#2`." });
    const other = await board.createTask(workspaceId, "The other one");
    await view.getByRole("link", { name: "#2" }).click();
    await expect(taskNamed(page, "The other one")).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/tasks/${other.id}$`));
    await page.goBack();
    await expect(taskNamed(page, "Fix the login")).toBeVisible();
  });

  test("opens on the tab in its address, and arrow keys switch tabs", async ({ page, malamar }) => {
    const { view, address } = await openTask(page, malamar);
    await page.goto(`${address}?tab=activity`);
    await expect(view.getByRole("tab", { name: "Activity" })).toHaveAttribute(
      "aria-selected",
      "true",
    );
    await view.getByRole("tab", { name: "Activity" }).focus();
    await page.keyboard.press("ArrowLeft");
    await expect(page).toHaveURL(/\?tab=transcript$/);
    await page.keyboard.press("ArrowLeft");
    await expect(page).toHaveURL(new RegExp(`${address}$`));
    await expect(view.getByRole("textbox", { name: "Comment" })).toBeVisible();
  });

  test("fits a phone, and folds the facts", async ({ page, malamar }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const { view } = await openTask(page, malamar, [], {
      summary: `Long ${"x".repeat(2_000)}`,
    });
    expect(await view.boundingBox()).toMatchObject({ x: 0, width: 360 });
    await expect(view.getByText("Working directory")).toBeHidden();
    await view.getByRole("tab", { name: "Facts" }).click();
    await expect(view.getByText("Working directory")).toBeVisible();
    const width = await view.evaluate((element) => element.scrollWidth);
    expect(width).toBeLessThanOrEqual(360);
  });

  test("shows where agents work, and how much of each limit is used", async ({ page, malamar }) => {
    const { view, board, task } = await openTask(page, malamar, [reviewingAgent("Planner")], {
      settings: { max_cost_usd: 1, max_passes: 5 },
    });
    await board.reachesReview(task.id);
    const facts = view.getByRole("complementary", { name: "Facts" });
    await expect(facts).toContainText(task.working_directory);
    await expect(facts).toContainText("1 of 5 since your last input");
    await expect(facts).toContainText("$0.02 of $1.00");
    await expect(facts).toContainText("1 run, 1.5k tokens, $0.02");
    await facts.getByRole("link", { name: "Edit limits" }).click();
    await expect(page).toHaveURL(/\/settings$/);
  });
});

test("usage is estimated and marked as such until the run reports it", async ({
  page,
  malamar,
}) => {
  const reckoned = {
    type: "usage",
    input_tokens: 20_000,
    output_tokens: 500,
    cached_tokens: null,
    cost_usd: null,
    is_estimated: true,
  };
  const { view, board, task } = await openTask(
    page,
    malamar,
    [demoAgent("Planner", "say At work.", "gate go-on", `raw ${JSON.stringify(reckoned)}`, "hang")],
    { settings: { max_tokens: 50_000 } },
  );
  const { id } = await board.runThatSays(task.id, "At work.");
  const facts = view.getByRole("complementary", { name: "Facts" });
  await expect(facts).toContainText("counting… of 50k tokens");
  await expect(facts).not.toContainText("$0.00");
  await expect(timeline(view).last()).toContainText(/working for \d+ s · counting…/);
  letGo(task);
  await expect(facts).toContainText("20.5k of 50k tokens (estimated)");
  await expect(timeline(view).last()).toContainText("20.5k tokens (estimated)");
  await timeline(view).last().getByRole("link", { name: "Watch live" }).click();
  const transcript = page.getByRole("article", { name: "Transcript" });
  await expect(transcript.getByText("estimated", { exact: true })).toBeVisible();
  expect(await board.runs(task.id)).toMatchObject([{ id, is_estimated: true }]);
});

test.describe("a task that does not exist", () => {
  test.use({ allowedNoise: /404 \(Not Found\)/ });

  test("says that it is gone, with a way back", async ({ page, malamar }) => {
    const { view, workspaceId, board, task, address } = await openTask(page, malamar);
    await board.deleteTask(task.id);
    await page.goto(address);
    await expect(view.getByText("This task does not exist")).toBeVisible();
    await view.getByRole("button", { name: "Back to the board" }).click();
    await expect(page).toHaveURL(new RegExp(`/workspaces/${workspaceId}/tasks$`));
  });

  test("opens in the workspace that it belongs to", async ({ page, malamar }) => {
    const { view, board, task, address } = await openTask(page, malamar);
    const other = await board.createTeam([]);
    await page.goto(`/workspaces/${other}/tasks/${task.id}`);
    await expect(view.getByText("belongs to another workspace")).toBeVisible();
    await view.getByRole("link", { name: "Open it there" }).click();
    await expect(page).toHaveURL(new RegExp(`${address}$`));
  });

  test("keeps typed text when it is deleted elsewhere", async ({ page, malamar }) => {
    const { view, board, task } = await openTask(page, malamar);
    await view.getByRole("button", { name: "Add a description" }).click();
    await view.getByRole("textbox", { name: "Description" }).fill("Half a thought");
    await view.getByRole("textbox", { name: "Comment" }).fill("And a remark");
    await board.deleteTask(task.id);
    await expect(view.getByText("This task does not exist")).toBeVisible();
    const texts = view.getByRole("textbox", { name: "Text that was not saved" });
    await expect(texts).toHaveCount(2);
    await expect(texts.nth(0)).toHaveValue("Half a thought");
    await expect(texts.nth(1)).toHaveValue("And a remark");
    await view.getByRole("button", { name: "Back to the board" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
    await expect(view).toBeHidden();
  });
});

test.describe("the texts of a task", () => {
  test("the summary is edited in place", async ({ page, malamar }) => {
    const { view } = await openTask(page, malamar);
    const summary = view.getByRole("textbox", { name: "Summary" });
    const heading = view.getByRole("heading", { level: 2 });

    await heading.getByRole("button").click();
    await summary.fill("   ");
    await page.keyboard.press("Enter");
    await expect(summary).toHaveAccessibleDescription("Summary must not be empty.");
    await page.keyboard.press("Escape");
    await expect(heading).toContainText("Fix the login");
    await expect(heading.getByRole("button")).toBeFocused();

    await page.keyboard.press("Enter");
    await summary.fill("Fix the logout");
    await page.keyboard.press("Enter");
    await expect(heading).toContainText("Fix the logout");
    await page.reload();
    await expect(heading).toContainText("Fix the logout");
  });

  test("the description is edited, saved by keyboard, and rendered", async ({ page, malamar }) => {
    const { view } = await openTask(page, malamar);
    await view.getByRole("button", { name: "Add a description" }).click();
    await view.getByRole("textbox", { name: "Description" }).fill("- [x] **bold** words");
    await page.keyboard.press(MOD_ENTER);
    await expect(view.getByRole("textbox", { name: "Description" })).toBeHidden();
    await expect(view.locator("strong")).toHaveText("bold");
  });

  test("lines keep their breaks, and words in a table are not split", async ({ page, malamar }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const { board, task, view } = await openTask(page, malamar);
    const row = "| Risk | Component | Security | Consequence | Recommendation |";
    const description = `One\nTwo\n\n${row}\n| - | - | - | - | - |\n${row}`;
    await board.changeTask(task.id, { description });
    await expect(view.getByText("One Two")).toHaveText(/^One\nTwo$/, { useInnerText: true });
    const table = view.getByRole("group", { name: "Table" });
    const heights = await table
      .getByRole("cell")
      .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().height));
    // One line of text and its padding.
    expect(Math.max(...heights)).toBeLessThan(40);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });

  test("unsaved text is not lost by a stray key, a click or Back", async ({ page, malamar }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const { view, board, workspaceId } = await openTask(page, malamar);
    await board.createTask(workspaceId, "Another one");
    await page.goto(`/workspaces/${workspaceId}/tasks`);
    await page.getByRole("link", { name: /Fix the login/ }).click();
    await view.getByRole("button", { name: "Add a description" }).click();
    const description = view.getByRole("textbox", { name: "Description" });
    await description.fill("Half a thought");
    const question = page.getByRole("alertdialog");
    const leave = [
      () => page.keyboard.press("Escape"),
      () => page.getByRole("link", { name: /Another one/ }).click(),
      () => view.getByRole("button", { name: "Close" }).click(),
      () => page.goBack(),
    ];
    for (const attempt of leave) {
      await attempt();
      await question.getByRole("button", { name: "Keep editing" }).click();
      await expect(question).toBeHidden();
      await expect(description).toHaveValue("Half a thought");
      await expect(description).toBeFocused();
    }
    await page.goBack();
    await question.getByRole("button", { name: "Discard" }).click();
    await expect(view).toBeHidden();
    await expect(page).toHaveURL(/\/tasks$/);
  });

  test("another person's text is not overwritten silently", async ({ page, malamar }) => {
    const { view, task } = await openTask(page, malamar);
    const theirs = (description: string) =>
      page.request.put(`/api/tasks/${task.id}`, { data: { description } });
    const saved = async () =>
      ((await (await page.request.get(`/api/tasks/${task.id}`)).json()) as { description: string })
        .description;

    await view.getByRole("button", { name: "Add a description" }).click();
    await view.getByRole("textbox", { name: "Description" }).fill("mine");
    await theirs("theirs");
    await expect(view.getByText("Changed elsewhere while you were editing.")).toBeVisible();
    await expect(view.getByText("It now says: theirs")).toBeVisible();
    await page.keyboard.press(MOD_ENTER);
    expect(await saved()).toBe("theirs");
    await view.getByRole("button", { name: "Keep mine" }).click();
    await view.getByRole("button", { name: "Save" }).click();
    await expect(view.getByRole("textbox", { name: "Description" })).toBeHidden();
    expect(await saved()).toBe("mine");
  });

  test.describe("that cannot be saved", () => {
    test.use({ allowedNoise: /Failed to load resource/ });

    test("stay in their fields, with the reason", async ({ page, malamar }) => {
      const { view, task } = await openTask(page, malamar);
      await page.route(`**/api/tasks/${task.id}`, (route) =>
        route.request().method() === "PUT"
          ? route.fulfill({ status: 500, json: refusal })
          : route.fallback(),
      );
      await view.getByRole("heading", { level: 2 }).getByRole("button").click();
      const summary = view.getByRole("textbox", { name: "Summary" });
      await summary.fill("Fix the logout");
      await page.keyboard.press("Enter");
      await expect(summary).toHaveAccessibleDescription("The disk is full.");
      await expect(summary).toHaveValue("Fix the logout");
    });
  });
});

test.describe("the buttons of a task", () => {
  test("match its status", async ({ page, malamar }) => {
    const { view, task, board } = await openTask(page, malamar, [waitingAgent("Builder")]);
    await board.runThatSays(task.id, "At work.");
    await expectButtons(view, ["Stop", "Hold", "Prioritize"]);
    await expectMenu(view, ["Move to In Review", "Cancel task…", "Delete…"]);
    await chooseInMenu(view, "Move to In Review");
    await expect(hero(view).getByRole("button")).toHaveText(["Move to Done", "Send back"]);
    await expectMenu(view, ["Hold", "Move to Todo", "Delete…"]);
    await hero(view).getByRole("button", { name: "Move to Done" }).click();
    await expectButtons(view, ["Move to Todo"]);
    await expectMenu(view, ["Delete…"]);

    const second = await board.createTask(task.workspace_id, "Waits for its turn");
    await expect.poll(async () => (await board.task(second.id)).status).toBe("todo");
    await page.goto(`/workspaces/${task.workspace_id}/tasks/${second.id}`);
    await expectButtons(view, ["Hold", "Prioritize"]);
    letGo(task);
  });

  test("Move to Todo returns it to the team", async ({ page, malamar }) => {
    const { view, board, task } = await openTask(page, malamar, [reviewingAgent("Planner")]);
    await board.reachesReview(task.id);
    await chooseInMenu(view, "Move to Todo");
    await expect.poll(async () => (await board.runs(task.id)).length).toBe(2);
    await board.reachesReview(task.id);
    await expect(timeline(view).filter({ hasText: "Please look." })).toHaveCount(2);
  });

  test("Stop asks, and then ends the run: the task waits in Todo, without a comment", async ({
    page,
    malamar,
  }) => {
    const { view, board, task } = await openTask(page, malamar, [waitingAgent("Builder")]);
    await board.runThatSays(task.id, "At work.");
    await view.getByRole("button", { name: "Stop" }).click();
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText("the task goes back to Todo on hold");
    await question.getByRole("button", { name: "Keep it running" }).click();
    await expect(view.getByRole("button", { name: "Stop" })).toBeFocused();

    await page.keyboard.press("s");
    await question.getByRole("button", { name: "Stop run" }).click();
    await expectButtons(view, ["Release", "Prioritize"]);
    await expect(timeline(view).filter({ hasText: /Builder.*stopped/ })).toBeVisible();
    expect(await board.task(task.id)).toMatchObject({ status: "todo", is_on_hold: true });
    expect(await board.comments(task.id)).toEqual([]);
    await expect(view.getByRole("img", { name: /Builder: not yet/ })).toBeVisible();
  });

  test("Cancel asks, and then hands the task over with the reason", async ({ page, malamar }) => {
    const { view, board, task } = await openTask(page, malamar, [waitingAgent("Builder")]);
    await board.runThatSays(task.id, "At work.");
    await chooseInMenu(view, "Cancel task…");
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText("The current run ends, and the task moves to In Review.");
    await question.getByRole("button", { name: "Cancel task" }).click();
    await expect(hero(view)).toContainText("Task cancelled by user");
    await expect(view.getByText("Task cancelled by user")).toHaveCount(1);
    expect((await board.runs(task.id)).map(({ status }) => status)).toEqual(["cancelled"]);
  });

  test("Delete asks, and then returns to the board", async ({ page, malamar }) => {
    const { view, workspaceId, board } = await openTask(page, malamar, [waitingAgent("Builder")]);
    await chooseInMenu(view, "Delete…");
    const question = page.getByRole("alertdialog");
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(view.getByRole("button", { name: "More for this task" })).toBeFocused();
    await chooseInMenu(view, "Delete…");
    await question.getByRole("button", { name: "Delete task" }).click();
    await expect(view).toBeHidden();
    await expect(page.getByText("Task deleted")).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/workspaces/${workspaceId}/tasks$`));
    await expect(page.getByRole("link", { name: /Fix the login/ })).toBeHidden();
    expect(await board.tasks(workspaceId)).toEqual([]);
  });

  test("Prioritize takes effect at once", async ({ page, malamar }) => {
    const { view, board, task } = await openTask(page, malamar, [waitingAgent("Builder")]);
    await board.runThatSays(task.id, "At work.");
    const answer = await holdBack(page, "**/prioritize", "POST");
    await view.getByRole("button", { name: "Prioritize" }).click();
    await expect(view.getByRole("button", { name: "Remove Priority" })).toBeVisible();
    await expect(view.getByText("Priority", { exact: true })).toBeVisible();
    const answered = page.waitForResponse("**/prioritize");
    answer();
    await answered;
    await page.keyboard.press("p");
    await expect(view.getByRole("button", { name: "Prioritize" })).toBeVisible();
  });

  test.describe("when the server refuses", () => {
    test.use({ allowedNoise: /Failed to load resource/ });

    test("say why, and undo what they showed", async ({ page, malamar }) => {
      const { view, board, task } = await openTask(page, malamar, [waitingAgent("Builder")]);
      await board.runThatSays(task.id, "At work.");
      await page.route("**/prioritize", (route) => route.fulfill({ status: 500, json: refusal }));
      await view.getByRole("button", { name: "Prioritize" }).click();
      await expect(page.getByText("The priority was not changed")).toBeVisible();
      await expect(view.getByRole("button", { name: "Prioritize" })).toBeVisible();

      // Someone else moved it, and this page does not know yet.
      await page.route(`**/api/tasks/${task.id}`, (route) =>
        route.request().method() === "PUT"
          ? route.fulfill({
              status: 409,
              json: { error: { code: "CONFLICT", message: "It is In Review already." } },
            })
          : route.fallback(),
      );
      await chooseInMenu(view, "Move to In Review");
      await expect(page.getByText("It is In Review already.")).toBeVisible();
    });
  });
});

test("keys do what the buttons do, but not while you type", async ({ page, malamar }) => {
  const board = createBoard(malamar.url);
  const workspaceId = await board.createTeam([]);
  for (const summary of ["Older", "Newer"]) {
    await board.reachesReview((await board.createTask(workspaceId, summary)).id);
  }
  const view = taskView(page);
  await page.goto(`/workspaces/${workspaceId}/tasks`);
  await page.getByRole("link", { name: /Newer/ }).click();
  await expect(view.getByRole("heading", { name: /Newer/ })).toBeVisible();

  await page.keyboard.press("j");
  await expect(view.getByRole("heading", { name: /Older/ })).toBeVisible();
  await page.keyboard.press("k");
  await expect(view.getByRole("heading", { name: /Newer/ })).toBeVisible();

  await page.keyboard.press("e");
  const description = view.getByRole("textbox", { name: "Description" });
  await expect(description).toBeFocused();
  await page.keyboard.type("jpemf");
  await expect(description).toHaveValue("jpemf");
  await page.keyboard.press(MOD_ENTER);
  await expect(description).toBeHidden();

  await view.getByRole("tab", { name: "Activity" }).click();
  await page.keyboard.press("m");
  await expect(view.getByRole("textbox", { name: "Comment" })).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(view).toBeHidden();
  await expect(page).toHaveURL(/\/tasks$/);
});

test.describe("a task in review", () => {
  test("opens with the result, its figures and the decision", async ({ page, malamar }) => {
    const { view, board, task } = await openTask(page, malamar, [
      demoAgent("Builder", "usage 1200 in, 300 out, 0 cached, $0.02", "comment Built."),
      reviewingAgent("Reviewer", "**Ready.** Should it go live today?"),
    ]);
    await board.reachesReview(task.id);
    await expect(hero(view)).toContainText("Reviewer asked for your review");
    await expect(hero(view).locator("strong")).toHaveText("Ready.");
    await expect(hero(view)).toContainText(/1 pass · \d+ s of work · \$0\.04/);
    await hero(view).getByRole("button", { name: "Send back" }).click();
    const box = view.getByRole("textbox", { name: "Comment" });
    await expect(box).toBeFocused();
    await page.keyboard.type("Not today.");
    await page.keyboard.press(MOD_ENTER);
    await expect.poll(async () => (await board.runs(task.id)).length).toBeGreaterThan(2);
  });

  test("that a limit stopped says what had failed, and offers to send it back", async ({
    page,
    malamar,
  }) => {
    const { view, board, task } = await openTask(
      page,
      malamar,
      [demoAgent("Builder", "exit 3 Credit balance is too low")],
      { settings: { max_passes: 1 } },
    );
    await board.reachesReview(task.id);
    await expect(hero(view)).toContainText("1 pass without your input (limit 1)");
    await expect(hero(view)).toContainText(
      "Last failure: CLI exited with code 3. Credit balance is too low",
    );
    // Its run is in the timeline, but an error is said once.
    await expect(timeline(view).filter({ hasText: "Builder" })).toContainText("failed");
    await expect(view.getByText("Credit balance is too low")).toHaveCount(1);
    await page.goto("/");
    await expect(page.getByRole("listitem").filter({ hasText: "Limit reached" })).toContainText(
      "Credit balance is too low",
    );
  });

  test("fits the first screen of a phone", async ({ page, malamar }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const result = Array.from({ length: 30 }, (_, line) => `${line}. A part of it.`).join("\n| ");
    const { view, board, task } = await openTask(page, malamar, [
      reviewingAgent("Reviewer", result),
    ]);
    await board.reachesReview(task.id);
    for (const name of ["Move to Done", "Send back"]) {
      const button = hero(view).getByRole("button", { name, exact: true });
      await expect(button).toBeInViewport({ ratio: 1 });
    }
    await expect(view.getByRole("textbox", { name: "Comment" })).toBeInViewport({ ratio: 1 });
    await expect(timeline(view).first()).not.toBeInViewport();
    await expect(page.getByRole("navigation", { name: "Workspace" })).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Team");
  });

  test("a phone has room for what goes with a comment only while one is written", async ({
    page,
    malamar,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const { view, board, task } = await openTask(page, malamar, [reviewingAgent("Reviewer")]);
    await board.reachesReview(task.id);
    const note = view.getByRole("button", { name: "Add note" });
    const box = view.getByRole("textbox", { name: "Comment" });
    await expect(box).toBeVisible();
    await expect(note).toBeHidden();
    await box.focus();
    await expect(note).toBeVisible();
    await page.keyboard.type("Not today.");
    await box.blur();
    await expect(note).toBeVisible();
  });
});

test("the run rail has a line per pass and leads to the transcripts", async ({ page, malamar }) => {
  const { view, board, task } = await openTask(
    page,
    malamar,
    [
      demoAgent("Builder", "usage 1200 in, 300 out, 0 cached, $0.02", "comment Built."),
      demoAgent("Critic", "skip"),
    ],
    { settings: { max_passes: 2 } },
  );
  await board.reachesReview(task.id);
  const rail = view.getByRole("table");
  await expect(view.getByRole("heading", { name: "Pass 2 of 2", exact: true })).toBeVisible();
  await expect(rail.getByRole("row")).toHaveCount(3);
  await board.comment(task.id, "Once more.");
  await expect(
    view.getByRole("heading", { name: "Pass 4 · 2 of 2 since your last input" }),
  ).toBeVisible();
  await expect(rail.getByRole("columnheader")).toHaveText(["Pass", /Builder/, /Critic/]);
  await expect(rail.getByRole("row")).toHaveCount(4);
  await view.getByRole("button", { name: "Show earlier passes (1 more)" }).click();
  await expect(rail.getByRole("row")).toHaveCount(5);
  const first = rail.getByRole("row").last();
  await expect(first.getByRole("rowheader")).toHaveText("Pass 1");
  await expect(first.getByRole("link")).toHaveCount(2);
  await first.getByRole("link", { name: /^Builder, pass 1: commented, \d+ s, \$0\.02$/ }).click();
  const [run] = await board.runs(task.id);
  await expect(page).toHaveURL(new RegExp(`run=${run!.id}$`));
});

test("an @ asks one agent, chosen with the keyboard", async ({ page, malamar }) => {
  const { view, board, task } = await openTask(page, malamar, [
    demoAgent("Builder", "comment Built."),
    reviewingAgent("Reviewer", "I have looked."),
  ]);
  await board.reachesReview(task.id);
  const before = (await board.runs(task.id)).length;
  await view.getByRole("textbox", { name: "Comment" }).focus();
  await page.keyboard.type("@");
  const box = view.getByRole("combobox", { name: "Comment" });
  const options = view.getByRole("listbox", { name: "Ask one agent" }).getByRole("option");
  await expect(options).toHaveText([/Builder/, /Reviewer/]);
  await page.keyboard.press("ArrowDown");
  await expect(options.nth(1)).toHaveAttribute("aria-selected", "true");
  await expect(box).toHaveAttribute(
    "aria-activedescendant",
    (await options.nth(1).getAttribute("id"))!,
  );
  await page.keyboard.press("Enter");
  await expect(options).toHaveCount(0);
  await expect(view.getByText("Asks only Reviewer")).toBeVisible();
  await page.keyboard.type("is it safe?");
  await page.keyboard.press(MOD_ENTER);
  await expect(timeline(view).filter({ hasText: "is it safe?" })).toContainText(
    /asked only.*Reviewer/,
  );
  await board.reachesReview(task.id);
  await expect
    .poll(async () => (await board.runs(task.id)).slice(before).map((run) => run.agent_name))
    .toEqual(["Reviewer"]);
  await page.keyboard.type("@bu");
  await page.keyboard.press("Escape");
  await expect(options).toHaveCount(0);
  await expect(view.getByRole("textbox", { name: "Comment" })).toBeFocused();
});
