import { createBoard, demoAgent } from "../support/board.ts";
import { expect, test } from "../support/fixtures.ts";
import { holdBack } from "../support/held-back.ts";
import {
  chooseFromMenu,
  expectButtons,
  letGo,
  openTask,
  reviewingAgent,
  timeline,
  waitingAgent,
} from "../support/task-pages.ts";

const MOD_ENTER = "ControlOrMeta+Enter";
const refusal = { error: { code: "INTERNAL_ERROR", message: "The disk is full." } };

test.describe("the window of a task", () => {
  test("opens by its address, names the page, and closes to the board", async ({
    page,
    malamar,
  }) => {
    const { dialog, workspaceId } = await openTask(page, malamar);
    await expect(dialog.getByRole("heading", { name: "Fix the login" })).toBeVisible();
    await expect(page).toHaveTitle("(1) Fix the login · Team · Malamar");
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(new RegExp(`/workspaces/${workspaceId}/tasks$`));
    await expect(page).toHaveTitle("(1) Tasks · Team · Malamar");
  });

  test("lies over the board: Back, Escape and a click beside it close it", async ({
    page,
    malamar,
  }) => {
    const { dialog, workspaceId } = await openTask(page, malamar);
    const boardAddress = new RegExp(`/workspaces/${workspaceId}/tasks$`);
    await page.goto(`/workspaces/${workspaceId}/tasks`);
    const card = page.locator("[data-column]").getByRole("link", { name: /Fix the login/ });

    await card.click();
    await dialog.getByRole("tab", { name: "Activity" }).click();
    await expect(page).toHaveURL(/\?tab=activity$/);
    await page.goBack();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(boardAddress);

    await card.click();
    await expect(dialog.getByRole("tab", { name: "Timeline" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(card).toBeFocused();

    await card.click();
    await expect(dialog.getByRole("tab", { name: "Timeline" })).toBeVisible();
    await page.mouse.click(20, 400);
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(boardAddress);
  });

  test("shows the tab of its address, and arrow keys change it", async ({ page, malamar }) => {
    const { dialog, address } = await openTask(page, malamar);
    await page.goto(`${address}?tab=activity`);
    await expect(dialog.getByRole("tab", { name: "Activity" })).toHaveAttribute(
      "aria-selected",
      "true",
    );
    await dialog.getByRole("tab", { name: "Activity" }).focus();
    await page.keyboard.press("ArrowLeft");
    await expect(page).toHaveURL(/\?tab=transcript$/);
    await page.keyboard.press("ArrowLeft");
    await expect(page).toHaveURL(new RegExp(`${address}$`));
    await expect(dialog.getByRole("textbox", { name: "Comment" })).toBeVisible();
  });

  test("fills a phone, and folds the facts", async ({ page, malamar }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const { dialog } = await openTask(page, malamar, [], {
      summary: `Long ${"x".repeat(2_000)}`,
    });
    await expect.poll(() => dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 740 });
    await expect(dialog.getByText("Working directory")).toBeHidden();
    await dialog.getByRole("button", { name: "Facts" }).click();
    await expect(dialog.getByText("Working directory")).toBeVisible();
    const width = await dialog.evaluate((element) => element.scrollWidth);
    expect(width).toBeLessThanOrEqual(360);
  });

  test("shows where agents work, and what was used of what is allowed", async ({
    page,
    malamar,
  }) => {
    const { dialog, board, task } = await openTask(page, malamar, [reviewingAgent("Planner")], {
      settings: { max_cost_usd: 1, max_passes: 5 },
    });
    await board.reachesReview(task.id);
    const facts = dialog.getByRole("complementary", { name: "Facts" });
    await expect(facts).toContainText(task.working_directory);
    await expect(facts).toContainText("1 of 5 since your last input");
    await expect(facts).toContainText("$0.02 of $1.00");
    await expect(facts).toContainText("1 run, 1.5k tokens, $0.02");
    await facts.getByRole("link", { name: "Change the guards" }).click();
    await expect(page).toHaveURL(/\/settings$/);
  });
});

test("what a run uses is counted until it is told, and an estimate is called one", async ({
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
  const { dialog, board, task } = await openTask(
    page,
    malamar,
    [demoAgent("Planner", "say At work.", "gate go-on", `raw ${JSON.stringify(reckoned)}`, "hang")],
    { settings: { max_tokens: 50_000 } },
  );
  const { id } = await board.runThatSays(task.id, "At work.");
  const facts = dialog.getByRole("complementary", { name: "Facts" });
  await expect(facts).toContainText("counting… of 50k tokens");
  await expect(facts).not.toContainText("$0.00");
  await expect(timeline(dialog).nth(0)).toContainText(/working for \d+ s · counting…/);
  letGo(task);
  await expect(facts).toContainText("20.5k of 50k tokens (estimated)");
  await expect(timeline(dialog).nth(0)).toContainText("20.5k tokens (estimated)");
  await timeline(dialog).nth(0).getByRole("link", { name: "Watch live" }).click();
  const transcript = page.getByRole("article", { name: "Transcript" });
  await expect(transcript.getByText("estimated", { exact: true })).toBeVisible();
  expect(await board.runs(task.id)).toMatchObject([{ id, is_estimated: true }]);
});

test.describe("a task that is not there", () => {
  test.use({ allowedNoise: /404 \(Not Found\)/ });

  test("is said to be gone, with the way back", async ({ page, malamar }) => {
    const { dialog, workspaceId, board, task, address } = await openTask(page, malamar);
    await board.deleteTask(task.id);
    await page.goto(address);
    await expect(dialog.getByText("This task does not exist")).toBeVisible();
    await dialog.getByRole("button", { name: "Back to the board" }).click();
    await expect(page).toHaveURL(new RegExp(`/workspaces/${workspaceId}/tasks$`));
  });

  test("is found in the workspace that it belongs to", async ({ page, malamar }) => {
    const { dialog, board, task, address } = await openTask(page, malamar);
    const other = await board.createTeam([]);
    await page.goto(`/workspaces/${other}/tasks/${task.id}`);
    await expect(dialog.getByText("belongs to another workspace")).toBeVisible();
    await dialog.getByRole("link", { name: "Open it there" }).click();
    await expect(page).toHaveURL(new RegExp(`${address}$`));
  });

  test("keeps what was typed when it is deleted elsewhere", async ({ page, malamar }) => {
    const { dialog, board, task } = await openTask(page, malamar);
    await dialog.getByRole("button", { name: "Add a description" }).click();
    await dialog.getByRole("textbox", { name: "Description" }).fill("Half a thought");
    await dialog.getByRole("textbox", { name: "Comment" }).fill("And a remark");
    await board.deleteTask(task.id);
    await expect(dialog.getByText("This task does not exist")).toBeVisible();
    const texts = dialog.getByRole("textbox", { name: "Text that was not saved" });
    await expect(texts).toHaveCount(2);
    await expect(texts.nth(0)).toHaveValue("Half a thought");
    await expect(texts.nth(1)).toHaveValue("And a remark");
    await dialog.getByRole("button", { name: "Back to the board" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
    await expect(dialog).toBeHidden();
  });
});

test.describe("the texts of a task", () => {
  test("the summary is changed in its place", async ({ page, malamar }) => {
    const { dialog } = await openTask(page, malamar);
    const summary = dialog.getByRole("textbox", { name: "Summary" });
    const heading = dialog.getByRole("heading", { level: 2 });

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

  test("the description is written, saved by keyboard, and drawn", async ({ page, malamar }) => {
    const { dialog } = await openTask(page, malamar);
    await dialog.getByRole("button", { name: "Add a description" }).click();
    await dialog.getByRole("textbox", { name: "Description" }).fill("- [x] **bold** words");
    await page.keyboard.press(MOD_ENTER);
    await expect(dialog.getByRole("textbox", { name: "Description" })).toBeHidden();
    await expect(dialog.locator("strong")).toHaveText("bold");
  });

  test("lines stay as they were typed, and words of a table stay whole", async ({
    page,
    malamar,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const { board, task, dialog } = await openTask(page, malamar);
    const row = "| Risk | Component | Security | Consequence | Recommendation |";
    const description = `One\nTwo\n\n${row}\n| - | - | - | - | - |\n${row}`;
    await board.changeTask(task.id, { description });
    await expect(dialog.getByText("One Two")).toHaveText(/^One\nTwo$/, { useInnerText: true });
    const table = dialog.getByRole("group", { name: "Table" });
    const heights = await table
      .getByRole("cell")
      .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().height));
    // One line of text and its padding.
    expect(Math.max(...heights)).toBeLessThan(40);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });

  test("unsaved words are not lost by a stray key, a click or Back", async ({ page, malamar }) => {
    const { dialog, workspaceId } = await openTask(page, malamar);
    await page.goto(`/workspaces/${workspaceId}/tasks`);
    await page.getByRole("link", { name: /Fix the login/ }).click();
    await dialog.getByRole("button", { name: "Add a description" }).click();
    const description = dialog.getByRole("textbox", { name: "Description" });
    await description.fill("Half a thought");
    const question = page.getByRole("alertdialog");
    const leave = [
      () => page.keyboard.press("Escape"),
      () => page.mouse.click(20, 400),
      () => page.getByRole("button", { name: "Close" }).click(),
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
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/\/tasks$/);
  });

  test("what somebody else wrote meanwhile is not overwritten silently", async ({
    page,
    malamar,
  }) => {
    const { dialog, task } = await openTask(page, malamar);
    const theirs = (description: string) =>
      page.request.put(`/api/tasks/${task.id}`, { data: { description } });
    const saved = async () =>
      ((await (await page.request.get(`/api/tasks/${task.id}`)).json()) as { description: string })
        .description;

    await dialog.getByRole("button", { name: "Add a description" }).click();
    await dialog.getByRole("textbox", { name: "Description" }).fill("mine");
    await theirs("theirs");
    await expect(dialog.getByText("Changed elsewhere while you were editing.")).toBeVisible();
    await expect(dialog.getByText("It says now: theirs")).toBeVisible();
    await page.keyboard.press(MOD_ENTER);
    expect(await saved()).toBe("theirs");
    await dialog.getByRole("button", { name: "Keep mine" }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByRole("textbox", { name: "Description" })).toBeHidden();
    expect(await saved()).toBe("mine");
  });

  test.describe("that cannot be saved", () => {
    test.use({ allowedNoise: /Failed to load resource/ });

    test("stay in their fields, with the reason", async ({ page, malamar }) => {
      const { dialog, task } = await openTask(page, malamar);
      await page.route(`**/api/tasks/${task.id}`, (route) =>
        route.request().method() === "PUT"
          ? route.fulfill({ status: 500, json: refusal })
          : route.fallback(),
      );
      await dialog.getByRole("heading", { level: 2 }).getByRole("button").click();
      const summary = dialog.getByRole("textbox", { name: "Summary" });
      await summary.fill("Fix the logout");
      await page.keyboard.press("Enter");
      await expect(summary).toHaveAccessibleDescription("The disk is full.");
      await expect(summary).toHaveValue("Fix the logout");
    });
  });
});

test.describe("the buttons of a task", () => {
  test("are those of its status", async ({ page, malamar }) => {
    const { dialog, task, board } = await openTask(page, malamar, [waitingAgent("Builder")]);
    await board.runThatSays(task.id, "At work.");
    await expectButtons(dialog, ["Stop", "Move to In Review", "Hold", "Prioritize"]);
    await dialog.getByRole("button", { name: "Move to In Review" }).click();
    await expectButtons(dialog, ["Hold", "Move to Todo", "Move to Done"]);
    await dialog.getByRole("button", { name: "Move to Done" }).click();
    await expectButtons(dialog, ["Move to Todo"]);

    const second = await board.createTask(task.workspace_id, "Waits for its turn");
    await expect.poll(async () => (await board.task(second.id)).status).toBe("todo");
    await page.goto(`/workspaces/${task.workspace_id}/tasks/${second.id}`);
    await expectButtons(dialog, ["Hold", "Prioritize"]);
    letGo(task);
  });

  test("Move to Todo gives it back to the team", async ({ page, malamar }) => {
    const { dialog, board, task } = await openTask(page, malamar, [reviewingAgent("Planner")]);
    await board.reachesReview(task.id);
    await dialog.getByRole("button", { name: "Move to Todo" }).click();
    await expect.poll(async () => (await board.runs(task.id)).length).toBe(2);
    await board.reachesReview(task.id);
    await expect(timeline(dialog).filter({ hasText: "Please look." })).toHaveCount(2);
  });

  test("Stop asks, and then puts the task on hold in Todo", async ({ page, malamar }) => {
    const { dialog, board, task } = await openTask(page, malamar, [waitingAgent("Builder")]);
    await board.runThatSays(task.id, "At work.");
    await dialog.getByRole("button", { name: "Stop" }).click();
    const question = page.getByRole("alertdialog", { name: "Stop this run?" });
    await question.getByRole("button", { name: "Keep it running" }).click();
    await expect(dialog.getByRole("button", { name: "Stop" })).toBeFocused();

    await page.keyboard.press("s");
    await question.getByRole("button", { name: "Stop run" }).click();
    await expectButtons(dialog, ["Release", "Prioritize"]);
    expect((await board.runs(task.id)).map(({ status }) => status)).toEqual(["cancelled"]);
  });

  test("Cancel is in the menu, asks, and then ends what runs", async ({ page, malamar }) => {
    const { dialog, board, task } = await openTask(page, malamar, [waitingAgent("Builder")]);
    await board.runThatSays(task.id, "At work.");
    await chooseFromMenu(dialog, "Cancel task…");
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText(
      "The agent at work is stopped, and the task moves to In Review.",
    );
    await question.getByRole("button", { name: "Keep it running" }).click();
    await expect(dialog.getByRole("button", { name: "More for this task" })).toBeFocused();

    await chooseFromMenu(dialog, "Cancel task…");
    await question.getByRole("button", { name: "Cancel task" }).click();
    await expectButtons(dialog, ["Hold", "Move to Todo", "Move to Done"]);
    await expect(timeline(dialog).filter({ hasText: "Task cancelled by user" })).toBeVisible();
    await expect(timeline(dialog).filter({ hasText: /Builder.*cancelled/ })).toBeVisible();
    expect((await board.runs(task.id)).map(({ status }) => status)).toEqual(["cancelled"]);
  });

  test("Delete asks, and then goes back to the board", async ({ page, malamar }) => {
    const { dialog, workspaceId, board } = await openTask(page, malamar, [waitingAgent("Builder")]);
    await chooseFromMenu(dialog, "Delete…");
    const question = page.getByRole("alertdialog");
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toBeVisible();
    await chooseFromMenu(dialog, "Delete…");
    await question.getByRole("button", { name: "Delete task" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText("Task deleted")).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/workspaces/${workspaceId}/tasks$`));
    await expect(page.getByRole("link", { name: /Fix the login/ })).toBeHidden();
    expect(await board.tasks(workspaceId)).toEqual([]);
  });

  test("Prioritize shows at once", async ({ page, malamar }) => {
    const { dialog, board, task } = await openTask(page, malamar, [waitingAgent("Builder")]);
    await board.runThatSays(task.id, "At work.");
    const answer = await holdBack(page, "**/prioritize", "POST");
    await dialog.getByRole("button", { name: "Prioritize" }).click();
    await expect(dialog.getByRole("button", { name: "Remove Priority" })).toBeVisible();
    await expect(dialog.getByText("Priority", { exact: true })).toBeVisible();
    const answered = page.waitForResponse("**/prioritize");
    answer();
    await answered;
    await page.keyboard.press("p");
    await expect(dialog.getByRole("button", { name: "Prioritize" })).toBeVisible();
  });

  test.describe("when the server refuses", () => {
    test.use({ allowedNoise: /Failed to load resource/ });

    test("say why, and take back what they showed", async ({ page, malamar }) => {
      const { dialog, board, task } = await openTask(page, malamar, [waitingAgent("Builder")]);
      await board.runThatSays(task.id, "At work.");
      await page.route("**/prioritize", (route) => route.fulfill({ status: 500, json: refusal }));
      await dialog.getByRole("button", { name: "Prioritize" }).click();
      await expect(page.getByText("The priority was not changed")).toBeVisible();
      await expect(dialog.getByRole("button", { name: "Prioritize" })).toBeVisible();

      // Somebody else has moved it, and this page has not heard of it yet.
      await page.route(`**/api/tasks/${task.id}`, (route) =>
        route.request().method() === "PUT"
          ? route.fulfill({
              status: 409,
              json: { error: { code: "CONFLICT", message: "It is In Review already." } },
            })
          : route.fallback(),
      );
      await dialog.getByRole("button", { name: "Move to In Review" }).click();
      await expect(page.getByText("It is In Review already.")).toBeVisible();
    });
  });
});

test("keys do what the buttons do, but not while somebody types", async ({ page, malamar }) => {
  const board = createBoard(malamar.url);
  const workspaceId = await board.createTeam([]);
  for (const summary of ["Older", "Newer"]) {
    await board.reachesReview((await board.createTask(workspaceId, summary)).id);
  }
  const dialog = page.getByRole("dialog");
  await page.goto(`/workspaces/${workspaceId}/tasks`);
  await page.getByRole("link", { name: /Newer/ }).click();
  await expect(dialog.getByRole("heading", { name: /Newer/ })).toBeVisible();

  await page.keyboard.press("]");
  await expect(dialog.getByRole("heading", { name: /Older/ })).toBeVisible();
  await page.keyboard.press("[");
  await expect(dialog.getByRole("heading", { name: /Newer/ })).toBeVisible();

  await page.keyboard.press("e");
  const description = dialog.getByRole("textbox", { name: "Description" });
  await expect(description).toBeFocused();
  await page.keyboard.type("]pem");
  await expect(description).toHaveValue("]pem");
  await page.keyboard.press(MOD_ENTER);
  await expect(description).toBeHidden();

  await dialog.getByRole("tab", { name: "Activity" }).click();
  await page.keyboard.press("m");
  await expect(dialog.getByRole("textbox", { name: "Comment" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/tasks$/);
});
