import type { Page } from "@playwright/test";
import { changeList, comment, fileIn } from "../support/changes.ts";
import { hero, taskView } from "../support/task-pages.ts";
import { test } from "./component-studio.ts";
import { cardOf, expect } from "./studio.ts";

test.use({ viewport: { width: 1280, height: 1000 }, deviceScaleFactor: 1.5 });

test("buttons", async ({ page, website, strip }) => {
  await page.goto(website.website(`tasks/${website.loginId}`));
  const view = taskView(page);
  const primary = view.getByRole("button", { name: "Move to Done" });
  await strip.add("Primary", primary);
  await primary.hover();
  await strip.add("Pointed at", primary);
  await page.keyboard.press("Tab");
  await primary.focus();
  await page.mouse.move(0, 0);
  await strip.add("Focused", primary);
  await strip.add("Secondary", view.getByRole("button", { name: "Send back" }).first());
  await strip.add("Switched off", view.getByRole("button", { name: "Add note" }));
  await strip.add("Icon", view.getByRole("button", { name: "More for this task" }));
  await page.goto(website.website("tasks"));
  await strip.add("Ghost", page.getByRole("button", { name: "Needs me" }));
  await page.getByRole("button", { name: "Needs me" }).click();
  await page.mouse.move(0, 0);
  await strip.add("Pressed", page.getByRole("button", { name: "Needs me" }));
  await page.goto(website.website("settings"));
  await page.getByRole("button", { name: "Delete workspace" }).click();
  const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  await dialog.getByRole("textbox").fill("Website");
  await strip.add("Destructive", dialog.getByRole("button", { name: "Delete workspace" }));
});

test("cards", async ({ page, website, strip }) => {
  await page.goto(website.website("tasks"));
  await strip.add("Idle", cardOf(page, "Compress"));
  await strip.add("Priority, next", cardOf(page, "the press"));
  await strip.add("On hold", cardOf(page, "French"));
  await strip.add("Running", cardOf(page, "Redirect"));
  await strip.add("Failed", cardOf(page, "certificate"));
  await strip.add("Done", cardOf(page, "fonts"));
  await strip.add("In Review", cardOf(page, "imprint"));
  await strip.add("In Review, the longest wait", cardOf(page, "login form"));
  await cardOf(page, "search field").focus();
  await page.keyboard.press("x");
  await strip.add("Selected, with its buttons", cardOf(page, "search field"));
  await page.setViewportSize({ width: 860, height: 1000 });
  await page.goto(website.app("tasks"));
  await strip.add("Waiting for a CLI", cardOf(page, "fingerprint"));
});

test("stepper", async ({ page, website, strip }) => {
  await page.goto(website.website("tasks"));
  const stepperOf = (words: string) => cardOf(page, words).locator('[data-slot="stepper"]');
  await strip.add("Not yet", stepperOf("Compress"));
  await strip.add("Done, running", stepperOf("Redirect"));
  await strip.add("Failed", stepperOf("certificate"));
  await strip.add("Skipped, done", stepperOf("login form"));
  await page.goto(website.dozen("tasks"));
  await strip.add("More than eight agents", stepperOf("every page"));
});

test("chips", async ({ page, website, strip }) => {
  await page.goto(website.website("tasks"));
  for (const column of ["Todo", "In Progress", "In Review", "Done"])
    await strip.add("Status", page.getByRole("heading", { name: column }).first());
  await strip.add("Next", page.getByText("next", { exact: true }).first());
  await strip.add("Priority", cardOf(page, "the press").getByText("Priority"));
  await strip.add("On hold", cardOf(page, "French").getByText("On hold"));
  for (const label of ["server", "speed", "text"])
    await strip.add("Label", page.getByText(`Label: ${label}`).first());
});

test("faces", async ({ page, website, strip }) => {
  await page.goto(website.website("agents"));
  for (const name of ["Planner", "Implementer", "Reviewer", "Approver"]) {
    const row = page.getByRole("listitem").filter({ hasText: name }).first();
    await strip.add(name, row.locator('[data-slot="agent-face"]').first());
  }
  await page.goto(website.app("agents"));
  await strip.add("On Claude Code", page.locator('main [data-slot="agent-face"]').first());
});

test("banners", async ({ page, website, strip }) => {
  await page.setViewportSize({ width: 880, height: 900 });
  const banner = page.locator('[data-slot="banner-strip"], [data-slot="banner"]').first();
  await page.goto(website.app("tasks"));
  await strip.add("A CLI that is missing", banner, { margin: 0 });
  await page.goto(website.empty("tasks"));
  await strip.add("No agents yet", banner, { margin: 0 });
});

test("hero", async ({ page, website, strip }) => {
  await page.setViewportSize({ width: 900, height: 1000 });
  await page.goto(website.website(`tasks/${website.loginId}`));
  await strip.add("An agent asked for your review", hero(taskView(page)));
  await page.goto(website.blog(`tasks/${website.postId}`));
  await strip.add("A limit was reached", hero(taskView(page)));
});

test("run-rail", async ({ page, website, strip }) => {
  await page.setViewportSize({ width: 900, height: 1000 });
  await page.goto(website.website(`tasks/${website.loginId}`));
  await strip.add("Three passes", page.getByRole("group", { name: "Runs by pass" }));
});

test("timeline", async ({ page, website, strip }) => {
  await page.setViewportSize({ width: 900, height: 1000 });
  await page.goto(website.website(`tasks/${website.loginId}`));
  const entry = (words: string) =>
    page
      .getByRole("list", { name: "Timeline" })
      .getByRole("listitem")
      .filter({ hasText: words })
      .first();
  await strip.add("An agent", entry("as wide as there is room"));
  await strip.add("You", entry("in sight while someone types"));
  await strip.add("A note", entry("on Thursday"));
  await strip.add("An edited note", entry("press release of June"));
  await strip.add("A deleted one", entry("Deleted by you"));
  await strip.add("A silent run", entry("skipped"));
  await page.goto(website.website(`tasks/${website.certificateId}`));
  await strip.add("A failed run", entry("ECONNREFUSED"));
});

test("composer", async ({ page, website, strip }) => {
  await page.setViewportSize({ width: 900, height: 1000 });
  await page.goto(website.website(`tasks/${website.loginId}`));
  const composer = page.getByRole("form", { name: "New comment" });
  await strip.add("Empty, on a task In Review", composer);
  const box = composer.getByRole("textbox");
  await box.fill("@Reviewer does it also fit in landscape?");
  await strip.add("One agent is asked", composer);
  await box.fill("");
  await page.goto(website.website(`tasks/${website.doneId}`));
  await strip.add("On a task that is Done", composer);
});

test("transcript", async ({ page, website, strip }) => {
  await page.setViewportSize({ width: 900, height: 1000 });
  const runs = await website.board.runs(website.loginId);
  const open = async (agent: string) => {
    const first = runs.find(({ agent_name }) => agent_name === agent)!.id;
    await page.goto(website.website(`tasks/${website.loginId}?tab=transcript&run=${first}`));
  };
  const log = page.getByRole("log");
  await open("Planner");
  await strip.add("Input, a thought, words, neighbours in one row", log, {
    margin: 0,
    maxHeight: 190,
  });
  await open("Implementer");
  await log.getByRole("button", { name: /^Edit/ }).click();
  await log.getByRole("button", { name: /npm test/ }).click();
  await page.mouse.move(0, 0);
  await strip.add("To-dos, an edit, a command, a failure", log, { margin: 0, maxHeight: 580 });
});

test("changes", async ({ page, website, strip }) => {
  await page.goto(website.changes);
  const list = changeList(page);
  const file = (path: string) => fileIn(list, path);
  const price = file("src/price.ts");
  await price.scrollIntoViewIfNeeded();
  await expect(price.locator("code .hljs-keyword").first()).toBeVisible();
  await strip.add("A file in one column", price, { margin: 0 });
  await page.getByRole("button", { name: "Split" }).click();
  await page.mouse.move(0, 0);
  await strip.add("In two columns", price, { margin: 0 });
  await page.getByRole("button", { name: "Unified" }).click();
  await strip.add("A deleted file is folded", file("notes/taxes.md"), { margin: 0 });
  await strip.add("So is a generated one", file("package-lock.json"), { margin: 0 });
  const viewed = file("src/tax.ts").getByRole("checkbox");
  await viewed.click();
  await expect(viewed).toBeChecked();
  await page.mouse.move(0, 0);
  await strip.add("And one that was viewed", file("src/tax.ts"), { margin: 0 });
  await strip.add("Renamed, and changed a little", file("src/rounded.ts"), { margin: 0 });
  await comment(list, "src/price.ts", 6, "Round it first, please.");
  await page.mouse.move(0, 0);
  const draft = list.getByRole("article", { name: /^Your comment/ });
  await strip.add("A comment that is not sent yet", draft, { margin: 8 });
  await draft.getByRole("button", { name: "Edit" }).click();
  await page.mouse.move(0, 0);
  await strip.add("While it is written", list.locator("[data-slot=draft-editor]"), { margin: 8 });
  await list.getByRole("button", { name: /^(Add|Save) comment$/ }).click();
  await page.mouse.move(0, 0);
  const bar = page.locator("[data-slot=review-bar]");
  await strip.add("All of them are sent at once", bar, { margin: 0 });
});

test("menus", async ({ page, website, strip }) => {
  await page.goto(website.website(`tasks/${website.loginId}`));
  await taskView(page).getByRole("button", { name: "More for this task" }).click();
  await strip.add("Of a task", page.getByRole("menu"), { margin: 24 });
  await page.goto(website.website("tasks"));
  await page.getByRole("button", { name: "Filter by label" }).click();
  await strip.add("One of several", page.getByRole("menu"), { margin: 24 });
  await page.goto(website.website("tasks"));
  await page.getByRole("button", { name: "Settings and help" }).click();
  await strip.add("Of the rail", page.getByRole("menu"), { margin: 24 });
});

test("dialogs", async ({ page, website, strip }) => {
  await page.goto(website.website("tasks"));
  await page.getByRole("button", { name: "New task" }).first().click();
  const dialog = page.getByRole("dialog").or(page.getByRole("alertdialog"));
  await strip.add("A form", dialog, { margin: 24 });
  await page.goto(website.website(`tasks/${website.loginId}`));
  await taskView(page).getByRole("button", { name: "More for this task" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await strip.add("A question", dialog, { margin: 24 });
});

test("toasts", async ({ page, website, strip }) => {
  const toast = (words: string) => page.locator("[data-sonner-toast]").filter({ hasText: words });
  await page.goto(website.website("tasks"));
  await hold(page, "search field");
  await strip.add("It worked", toast("1 task changed"));
  await page.route("**/api/tasks/bulk", (route) => route.abort());
  await hold(page, "Compress");
  await strip.add("It did not", toast("not changed"));
  await website.board.createTask(website.emptyId, "Choose a name");
  await strip.add("News", toast("Choose a name"));
});

async function hold(page: Page, words: string): Promise<void> {
  await cardOf(page, words).focus();
  await page.keyboard.press("x");
  const bar = page.getByRole("group", { name: "Selected tasks" });
  await bar.getByRole("button", { name: "Hold" }).click();
  await page.mouse.move(0, 0);
}

test("fields", async ({ page, website, strip }) => {
  await page.goto(website.website("settings"));
  const field = (label: string) =>
    page.locator('[data-slot="field"]').filter({ has: page.getByLabel(label, { exact: true }) });
  await strip.add("A field", field("Title"));
  await page.getByLabel("Title", { exact: true }).focus();
  await strip.add("Focused", field("Title"));
  await page.getByLabel("Title", { exact: true }).fill("");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByLabel("Title", { exact: true }).blur();
  await strip.add("With an error", field("Title"));
  await strip.add("With a hint", field("Max passes"));
});

test("choices", async ({ page, website, strip }) => {
  const place = (control: string) =>
    page
      .getByRole("main")
      .locator("label")
      .filter({ has: page.locator(control) })
      .first();
  await page.goto(website.website("settings"));
  await strip.add("One of several", place('input[type="radio"]'));
  await strip.add("Select", page.getByRole("main").locator("select").first());
  await page.goto(`${website.url}/settings`);
  await strip.add("Checkbox", page.getByRole("checkbox").first().locator("xpath=.."));
});

test("save-bar", async ({ page, website, strip }) => {
  await page.setViewportSize({ width: 900, height: 1000 });
  await page.goto(website.website("settings"));
  await page.getByLabel("Title", { exact: true }).fill("Our website");
  await strip.add("Something is not saved", page.locator('[data-slot="save-bar"]'));
});

test("empty-states", async ({ page, website, strip }) => {
  await page.setViewportSize({ width: 900, height: 1000 });
  await page.goto(website.empty("chats"));
  await strip.add("No chats", page.locator("main .border-dashed").first());
  await page.goto(website.empty("agents"));
  await strip.add("No agents", page.locator("main .border-dashed").first());
  await page.goto(`${website.url}/nowhere`);
  await strip.add("No such page", page.getByRole("main"), { maxHeight: 320 });
});
