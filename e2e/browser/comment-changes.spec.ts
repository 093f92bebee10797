import type { Locator } from "@playwright/test";
import { expect, test } from "../support/fixtures.ts";
import { openTask, reviewingAgent, taskView, timeline } from "../support/task-pages.ts";

const MOD_ENTER = "ControlOrMeta+Enter";
const refusal = { error: { code: "INTERNAL_ERROR", message: "The disk is full." } };

const box = (view: Locator) => view.getByRole("textbox", { name: "Comment", exact: true });
const editor = (view: Locator) => view.getByRole("textbox", { name: "Text of the note" });
const more = (entry: Locator) =>
  entry.getByRole("button", { name: /^More for this (?:note|comment)/ });

async function beginEdit(view: Locator): Promise<void> {
  await more(timeline(view).last()).click();
  await view.page().getByRole("menuitem", { name: "Edit" }).click();
  await expect(editor(view)).toBeFocused();
}

test.describe("a note", () => {
  test("is kept, is marked as a note, and starts nobody", async ({ page, malamar }) => {
    const { view, board, task } = await openTask(page, malamar, [reviewingAgent("Planner")]);
    await board.reachesReview(task.id);
    await expect(timeline(view)).toHaveCount(1);
    await expect(view.getByRole("button", { name: "Add note" })).toBeDisabled();
    await box(view).fill("Staging is *down*.");
    await page.keyboard.press("Tab");
    await expect(view.getByRole("button", { name: "Add note" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(timeline(view).last()).toContainText(/YouNote.*Staging is down\./);
    await expect(box(view)).toHaveValue("");
    expect((await board.comments(task.id)).at(-1)).toMatchObject({ is_note: true });
    expect((await board.task(task.id)).status).toBe("in_review");
    expect(await board.runs(task.id)).toHaveLength(1);
  });

  test.describe("that fails to send", () => {
    test.use({ allowedNoise: /Failed to load resource/ });

    test("stays a note, through a reload, until it is sent", async ({ page, malamar }) => {
      const { view, board, task } = await openTask(page, malamar);
      const comments = `**/api/tasks/${task.id}/comments`;
      await page.route(comments, (route) =>
        route.request().method() === "POST"
          ? route.fulfill({ status: 500, json: refusal })
          : route.fallback(),
      );
      await box(view).fill("For later");
      await view.getByRole("button", { name: "Add note" }).click();
      const stuck = view.getByRole("list", { name: "Unsent notes" });
      await expect(stuck).toContainText("Not sent. The disk is full.");
      await page.unroute(comments);
      await page.reload();
      await stuck.getByRole("button", { name: "Retry" }).click();
      await expect(timeline(view).last()).toContainText("For later");
      await expect(stuck).toBeHidden();
      expect(await board.comments(task.id)).toMatchObject([
        { content: "For later", is_note: true },
      ]);
      expect((await board.task(task.id)).status).toBe("in_review");
    });
  });
});

test.describe("your own comment", () => {
  test("is edited in place, by keyboard alone, and is marked as edited", async ({
    page,
    malamar,
  }) => {
    const { view, board, task, address } = await openTask(page, malamar);
    await board.note(task.id, "Use teh form.");
    await page.goto(address);
    const entry = timeline(view).last();
    await more(entry).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitem", { name: "Edit" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(editor(view)).toBeFocused();
    await page.keyboard.type(" Today");
    await expect(editor(view)).toHaveValue("Use teh form. Today");
    await editor(view).fill("Use the form.");
    await page.keyboard.press(MOD_ENTER);
    await expect(editor(view)).toBeHidden();
    await expect(entry).toContainText("Use the form.");
    await expect(more(entry)).toBeFocused();
    await entry.getByText("edited", { exact: true }).hover();
    await expect(page.getByRole("tooltip")).toContainText("Edited ");
    expect(await board.comments(task.id)).toMatchObject([{ content: "Use the form." }]);
    expect((await board.task(task.id)).status).toBe("in_review");
  });

  test("keeps unsaved text until it is saved or discarded", async ({ page, malamar }) => {
    const { view, board, task, address } = await openTask(page, malamar);
    await board.note(task.id, "Before");
    await page.goto(address);
    await beginEdit(view);
    await page.keyboard.press("Escape");
    await expect(editor(view)).toBeHidden();
    await expect(view).toBeVisible();

    await beginEdit(view);
    await editor(view).fill("Half a thought");
    await page.keyboard.press("Escape");
    const question = page.getByRole("alertdialog", { name: "Discard your changes?" });
    await question.getByRole("button", { name: "Keep editing" }).click();
    await view.getByRole("tab", { name: "Activity" }).click();
    await view.getByRole("tab", { name: "Timeline" }).click();
    await expect(editor(view)).toHaveValue("Half a thought");

    await editor(view).fill(" ");
    await page.keyboard.press(MOD_ENTER);
    await expect(view.getByText("Write something, or delete it instead.")).toBeVisible();
    await editor(view).press("Escape");
    await question.getByRole("button", { name: "Discard" }).click();
    await expect(timeline(view).last()).toContainText("Before");
    expect(await board.comments(task.id)).toMatchObject([{ content: "Before" }]);
  });

  test("is not overwritten when it was changed elsewhere meanwhile", async ({ page, malamar }) => {
    const { view, board, task, address } = await openTask(page, malamar);
    const { id } = await board.note(task.id, "Before");
    await page.goto(address);
    await beginEdit(view);
    await editor(view).fill("Mine");
    await board.editComment(id, "Theirs");
    await expect(view.getByText("It now says: Theirs")).toBeVisible();
    await view.getByRole("button", { name: "Keep mine" }).click();
    await editor(view).press(MOD_ENTER);
    await expect(editor(view)).toBeHidden();
    await expect(timeline(view).last()).toContainText("Mine");
    expect(await board.comments(task.id)).toMatchObject([{ content: "Mine" }]);
  });

  test("is deleted after a question, for everyone who is looking", async ({
    page,
    malamar,
    context,
  }) => {
    const { view, board, task, address } = await openTask(page, malamar);
    await board.moveToDone(task.id);
    await board.comment(task.id, "The password is hunter2.");
    await page.goto(address);
    const other = await context.newPage();
    await other.goto(address);
    const theirs = taskView(other);
    await expect(theirs.getByText("hunter2")).toBeVisible();

    await more(timeline(view).last()).click();
    await page.getByRole("menuitem", { name: "Delete…" }).click();
    const question = page.getByRole("alertdialog", { name: "Delete this comment?" });
    await expect(question).toContainText("Transcripts keep what a CLI already printed.");
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(more(timeline(view).last())).toBeFocused();

    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Delete…" }).click();
    await question.getByRole("button", { name: "Delete comment" }).click();
    for (const shown of [view, theirs]) {
      await expect(timeline(shown)).toHaveText([/^Deleted by you/]);
      await expect(shown.getByText("hunter2")).toHaveCount(0);
    }
    await expect(question).toBeHidden();
    await expect(view).toBeFocused();
    expect((await board.comments(task.id))[0]!.content).toBe("");
    await view.getByRole("tab", { name: "Activity" }).click();
    await expect(view.getByText("You deleted a comment")).toBeVisible();
  });

  test("returns unsaved text to its author when it is deleted elsewhere", async ({
    page,
    malamar,
  }) => {
    const { view, board, task, address } = await openTask(page, malamar);
    const { id } = await board.note(task.id, "Before");
    await page.goto(address);
    await beginEdit(view);
    await editor(view).fill("A long thought");
    await board.deleteComment(id);
    await expect(timeline(view).last()).toContainText("Deleted by you");
    const typed = view.getByRole("textbox", { name: "Text that was not saved" });
    await expect(typed).toHaveValue("A long thought");
    await timeline(view).last().getByRole("button", { name: "Discard" }).click();
    await expect(typed).toBeHidden();
  });

  test("is the only kind with a menu", async ({ page, malamar }) => {
    const { view, board, task } = await openTask(page, malamar, [reviewingAgent("Planner")]);
    await board.reachesReview(task.id);
    await expect(timeline(view)).toHaveCount(1);
    await expect(more(view)).toHaveCount(0);
  });
});

test.describe("a comment that cannot be saved", () => {
  test.use({ allowedNoise: /Failed to load resource/ });

  test("keeps the new text in its field, with the reason", async ({ page, malamar }) => {
    const { view, board, task, address } = await openTask(page, malamar);
    const { id } = await board.note(task.id, "Before");
    await page.goto(address);
    await page.route(`**/api/comments/${id}`, (route) =>
      route.fulfill({ status: 500, json: refusal }),
    );
    await beginEdit(view);
    await editor(view).fill("After");
    await view.getByRole("button", { name: "Save" }).click();
    await expect(view.getByRole("alert")).toContainText("The disk is full.");
    await expect(editor(view)).toHaveValue("After");
    await page.unroute(`**/api/comments/${id}`);
    await view.getByRole("button", { name: "Save" }).click();
    await expect(timeline(view).last()).toContainText("After");
  });
});
