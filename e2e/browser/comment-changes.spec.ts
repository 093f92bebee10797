import type { Locator } from "@playwright/test";
import { expect, test } from "../support/fixtures.ts";
import { openTask, reviewingAgent, timeline } from "../support/task-pages.ts";

const MOD_ENTER = "ControlOrMeta+Enter";
const refusal = { error: { code: "INTERNAL_ERROR", message: "The disk is full." } };

const box = (dialog: Locator) => dialog.getByRole("textbox", { name: "Comment", exact: true });
const editor = (dialog: Locator) => dialog.getByRole("textbox", { name: "Text of the note" });
const more = (entry: Locator) => entry.getByRole("button", { name: /^More for this/ });

async function beginEdit(dialog: Locator): Promise<void> {
  await more(timeline(dialog).first()).click();
  await dialog.page().getByRole("menuitem", { name: "Edit" }).click();
  await expect(editor(dialog)).toBeFocused();
}

test.describe("a note", () => {
  test("is kept, says what it is, and starts nobody", async ({ page, malamar }) => {
    const { dialog, board, task } = await openTask(page, malamar, [reviewingAgent("Planner")]);
    await board.reachesReview(task.id);
    await expect(timeline(dialog)).toHaveCount(1);
    await expect(dialog.getByRole("button", { name: "Add note" })).toBeDisabled();
    await box(dialog).fill("Staging is *down*.");
    await page.keyboard.press("Tab");
    await expect(dialog.getByRole("button", { name: "Add note" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(timeline(dialog).first()).toContainText(/UserNote.*Staging is down\./);
    await expect(box(dialog)).toHaveValue("");
    expect((await board.comments(task.id)).at(-1)).toMatchObject({ is_note: true });
    expect((await board.task(task.id)).status).toBe("in_review");
    expect(await board.runs(task.id)).toHaveLength(1);
  });

  test.describe("that fails", () => {
    test.use({ allowedNoise: /Failed to load resource/ });

    test("stays a note, through a reload, until it is sent", async ({ page, malamar }) => {
      const { dialog, board, task } = await openTask(page, malamar);
      const comments = `**/api/tasks/${task.id}/comments`;
      await page.route(comments, (route) =>
        route.request().method() === "POST"
          ? route.fulfill({ status: 500, json: refusal })
          : route.fallback(),
      );
      await box(dialog).fill("For later");
      await dialog.getByRole("button", { name: "Add note" }).click();
      const stuck = dialog.getByRole("list", { name: "Notes on their way" });
      await expect(stuck).toContainText("Not sent. The disk is full.");
      await page.unroute(comments);
      await page.reload();
      await stuck.getByRole("button", { name: "Retry" }).click();
      await expect(timeline(dialog).first()).toContainText("For later");
      await expect(stuck).toBeHidden();
      expect(await board.comments(task.id)).toMatchObject([
        { content: "For later", is_note: true },
      ]);
      expect((await board.task(task.id)).status).toBe("in_review");
    });
  });
});

test.describe("a comment of one's own", () => {
  test("is edited in its place, by keyboard alone, and says that it was", async ({
    page,
    malamar,
  }) => {
    const { dialog, board, task, address } = await openTask(page, malamar);
    await board.note(task.id, "Use teh form.");
    await page.goto(address);
    const entry = timeline(dialog).first();
    await more(entry).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitem", { name: "Edit" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(editor(dialog)).toBeFocused();
    await editor(dialog).fill("Use the form.");
    await page.keyboard.press(MOD_ENTER);
    await expect(editor(dialog)).toBeHidden();
    await expect(entry).toContainText("Use the form.");
    await expect(more(entry)).toBeFocused();
    await entry.getByText("edited", { exact: true }).hover();
    await expect(page.getByRole("tooltip")).toContainText("Edited ");
    expect(await board.comments(task.id)).toMatchObject([{ content: "Use the form." }]);
    expect((await board.task(task.id)).status).toBe("in_review");
  });

  test("keeps what is typed until it is saved or discarded", async ({ page, malamar }) => {
    const { dialog, board, task, address } = await openTask(page, malamar);
    await board.note(task.id, "Before");
    await page.goto(address);
    await beginEdit(dialog);
    await page.keyboard.press("Escape");
    await expect(editor(dialog)).toBeHidden();
    await expect(dialog).toBeVisible();

    await beginEdit(dialog);
    await editor(dialog).fill("Half a thought");
    await page.keyboard.press("Escape");
    const question = page.getByRole("alertdialog", { name: "Discard your changes?" });
    await question.getByRole("button", { name: "Keep editing" }).click();
    await dialog.getByRole("tab", { name: "Activity" }).click();
    await dialog.getByRole("tab", { name: "Timeline" }).click();
    await expect(editor(dialog)).toHaveValue("Half a thought");

    await editor(dialog).fill(" ");
    await page.keyboard.press(MOD_ENTER);
    await expect(dialog.getByText("Write something, or delete it instead.")).toBeVisible();
    await editor(dialog).press("Escape");
    await question.getByRole("button", { name: "Discard" }).click();
    await expect(timeline(dialog).first()).toContainText("Before");
    expect(await board.comments(task.id)).toMatchObject([{ content: "Before" }]);
  });

  test("is not overwritten when it was changed elsewhere meanwhile", async ({ page, malamar }) => {
    const { dialog, board, task, address } = await openTask(page, malamar);
    const { id } = await board.note(task.id, "Before");
    await page.goto(address);
    await beginEdit(dialog);
    await editor(dialog).fill("Mine");
    await board.editComment(id, "Theirs");
    await expect(dialog.getByText("It says now: Theirs")).toBeVisible();
    await dialog.getByRole("button", { name: "Keep mine" }).click();
    await editor(dialog).press(MOD_ENTER);
    await expect(editor(dialog)).toBeHidden();
    await expect(timeline(dialog).first()).toContainText("Mine");
    expect(await board.comments(task.id)).toMatchObject([{ content: "Mine" }]);
  });

  test("is deleted after a question, for everybody who looks", async ({
    page,
    malamar,
    context,
  }) => {
    const { dialog, board, task, address } = await openTask(page, malamar);
    await board.moveToDone(task.id);
    await board.comment(task.id, "The password is hunter2.");
    await page.goto(address);
    const other = await context.newPage();
    await other.goto(address);
    const theirs = other.getByRole("dialog");
    await expect(theirs.getByText("hunter2")).toBeVisible();

    await more(timeline(dialog).first()).click();
    await page.getByRole("menuitem", { name: "Delete…" }).click();
    const question = page.getByRole("alertdialog", { name: "Delete this comment?" });
    await expect(question).toContainText("Transcripts keep what a CLI already printed.");
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(more(timeline(dialog).first())).toBeFocused();

    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Delete…" }).click();
    await question.getByRole("button", { name: "Delete comment" }).click();
    for (const view of [dialog, theirs]) {
      await expect(timeline(view)).toHaveText([/^Deleted by you/]);
      await expect(view.getByText("hunter2")).toHaveCount(0);
    }
    await expect(question).toBeHidden();
    await expect(dialog).toBeFocused();
    expect((await board.comments(task.id))[0]!.content).toBe("");
    await dialog.getByRole("tab", { name: "Activity" }).click();
    await expect(dialog.getByText("User deleted a comment")).toBeVisible();
  });

  test("leaves what was typed to its author when it is deleted elsewhere", async ({
    page,
    malamar,
  }) => {
    const { dialog, board, task, address } = await openTask(page, malamar);
    const { id } = await board.note(task.id, "Before");
    await page.goto(address);
    await beginEdit(dialog);
    await editor(dialog).fill("A long thought");
    await board.deleteComment(id);
    await expect(timeline(dialog).first()).toContainText("Deleted by you");
    const typed = dialog.getByRole("textbox", { name: "Text that was not saved" });
    await expect(typed).toHaveValue("A long thought");
    await timeline(dialog).first().getByRole("button", { name: "Discard" }).click();
    await expect(typed).toBeHidden();
  });

  test("is the only kind that has a menu", async ({ page, malamar }) => {
    const { dialog, board, task } = await openTask(page, malamar, [reviewingAgent("Planner")]);
    await board.reachesReview(task.id);
    await expect(timeline(dialog)).toHaveCount(1);
    await expect(more(dialog)).toHaveCount(0);
  });
});

test.describe("a comment that cannot be changed", () => {
  test.use({ allowedNoise: /Failed to load resource/ });

  test("keeps the new text in its field, with the reason", async ({ page, malamar }) => {
    const { dialog, board, task, address } = await openTask(page, malamar);
    const { id } = await board.note(task.id, "Before");
    await page.goto(address);
    await page.route(`**/api/comments/${id}`, (route) =>
      route.fulfill({ status: 500, json: refusal }),
    );
    await beginEdit(dialog);
    await editor(dialog).fill("After");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByRole("alert")).toContainText("The disk is full.");
    await expect(editor(dialog)).toHaveValue("After");
    await page.unroute(`**/api/comments/${id}`);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(timeline(dialog).first()).toContainText("After");
  });
});
