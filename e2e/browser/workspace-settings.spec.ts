import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { createWorkspace, expect, test } from "../support/fixtures.ts";

/** A workspace, opened on its settings. */
async function openSettings(page: Page, title = "Website"): Promise<string> {
  const { id } = await createWorkspace(page.request, title);
  await page.goto(`/workspaces/${id}/settings`);
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue(title);
  return id;
}

async function settingsOf(page: Page, id: string): Promise<Record<string, unknown>> {
  return (await (await page.request.get(`/api/workspaces/${id}`)).json()) as Record<
    string,
    unknown
  >;
}

const titleField = (page: Page) => page.getByRole("textbox", { name: "Title" });
const save = (page: Page) => page.getByRole("button", { name: "Save changes" });

test("everything about a workspace can be changed and persists", async ({ page, malamar }) => {
  const id = await openSettings(page);
  await expect(save(page)).toBeHidden();
  const folder = join(malamar.home, "shop");
  mkdirSync(folder);
  await titleField(page).fill("Shop");
  await page.getByLabel("Instruction for every agent").fill("Be brief.");
  await page.getByLabel("My project").check();
  await page.getByLabel("Directory path").fill(folder);
  await page.getByLabel("Delete done tasks automatically").uncheck();
  await page.getByLabel("Days to keep them").fill("0");
  await page.getByLabel("When an error occurs").uncheck();
  await page.getByLabel("When a task is in review").uncheck();
  await page.getByLabel("Max passes").fill("3");
  await page.getByLabel("Max cost").fill("2.50");
  await page.getByLabel("Max tokens").fill("100000");
  await page.getByLabel("Run timeout").fill("90");
  await page.getByLabel("Idle timeout").fill("0");
  await save(page).click();
  await expect(page.getByText("Settings saved")).toBeVisible();
  await expect(save(page)).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Shop");

  expect(await settingsOf(page, id)).toMatchObject({
    title: "Shop",
    description: "Be brief.",
    working_directory_mode: "static",
    working_directory_path: folder,
    auto_delete_done_tasks: false,
    retention_days: 0,
    notify_on_error: false,
    notify_on_in_review: false,
    max_passes: 3,
    max_cost_usd: 2.5,
    max_tokens: 100_000,
    run_timeout_minutes: 90,
    idle_timeout_minutes: 0,
  });
  await page.reload();
  await expect(page.getByLabel("Max cost")).toHaveValue("2.5");
  await expect(page.getByLabel("Directory path")).toHaveValue(folder);
});

test("an emptied limit means no limit", async ({ page }) => {
  const id = await openSettings(page);
  await page.request.put(`/api/workspaces/${id}`, { data: { max_cost_usd: 5, max_tokens: 10 } });
  await expect(page.getByLabel("Max cost")).toHaveValue("5");
  await page.getByLabel("Max cost").fill("");
  await page.getByLabel("Max tokens").fill(" ");
  await save(page).click();
  await expect(page.getByText("Settings saved")).toBeVisible();
  expect(await settingsOf(page, id)).toMatchObject({ max_cost_usd: null, max_tokens: null });
});

test("invalid numbers are refused in words, at their fields", async ({ page }) => {
  const id = await openSettings(page);
  await page.getByLabel("Max passes").fill("12abc");
  await page.getByLabel("Max cost").fill("0");
  await page.getByLabel("Max tokens").fill("1.5");
  await page.getByLabel("Idle timeout").fill("");
  await save(page).click();
  const problems = {
    "Max passes": /must be a number/,
    "Max cost": /must be more than 0/,
    "Max tokens": /must be a whole number/,
    "Idle timeout": /must not be empty; 0 means none/,
  };
  for (const [label, problem] of Object.entries(problems)) {
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(problem);
  }
  await expect(page.getByLabel("Max passes")).toBeFocused();
  await expect(page.getByLabel("Max passes")).toHaveValue("12abc");
  await expect(page.getByLabel("Max passes")).toBeInViewport({ ratio: 1 });
  expect(await settingsOf(page, id)).toMatchObject({ max_passes: 15, idle_timeout_minutes: 60 });
});

test.describe("a refusal by the server", () => {
  test.use({ allowedNoise: /400 \(Bad Request\)/ });

  test("appears at its field", async ({ page }) => {
    await openSettings(page);
    await page.route("**/api/workspaces/*", (route) =>
      route.request().method() === "PUT"
        ? route.fulfill({
            status: 400,
            json: { error: { code: "VALIDATION_ERROR", message: "title: is not to our taste" } },
          })
        : route.fallback(),
    );
    await titleField(page).fill("Taken");
    await save(page).click();
    await expect(titleField(page)).toHaveAccessibleDescription(/is not to our taste/);
    await expect(titleField(page)).toHaveValue("Taken");
  });
});

test("a directory that does not exist is saved, with a warning on every tab", async ({ page }) => {
  await openSettings(page);
  await page.getByLabel("My project").check();
  await page.getByLabel("Directory path").fill("shop");
  await save(page).click();
  await expect(page.getByLabel("Directory path")).toHaveAccessibleDescription(/absolute path/);
  await page.getByLabel("Directory path").fill("/no/such/directory");
  await save(page).click();
  const warning = page
    .getByRole("main")
    .getByText("The directory /no/such/directory does not exist.");
  await expect(warning).toBeVisible();
  await page.getByRole("link", { name: "Tasks", exact: true }).click();
  await expect(warning).toBeVisible();
  await page.getByRole("link", { name: "Change the directory" }).click();
  await page.getByLabel("A new folder per task").check();
  await save(page).click();
  await expect(warning).toBeHidden();
});

test("a path that cannot be checked does not block saving", async ({ page }) => {
  await openSettings(page);
  await page.getByLabel("My project").check();
  await page.getByLabel("Directory path").fill("not a path");
  await page.getByLabel("A new folder per task").check();
  await titleField(page).fill("Saved after all");
  await save(page).click();
  await expect(page.getByText("Settings saved")).toBeVisible();
});

test("switching tabs, Back and shortcuts ask about unsaved changes", async ({ page }) => {
  const { id } = await createWorkspace(page.request, "Website");
  await page.goto(`/workspaces/${id}/agents`);
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await titleField(page).fill("Half a thought");
  const question = page.getByRole("alertdialog");

  await page.getByRole("link", { name: "Tasks", exact: true }).click();
  await expect(question).toContainText("Discard your changes?");
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(page).toHaveURL(/\/settings$/);
  await expect(titleField(page)).toHaveValue("Half a thought");
  await expect(page.getByRole("link", { name: "Tasks", exact: true })).toBeFocused();

  await page.keyboard.press("g");
  await page.keyboard.press("w");
  await expect(question).toBeVisible();
  await page.keyboard.press("Escape");

  await page.evaluate(() => history.back());
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(page).toHaveURL(/\/agents$/);
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await expect(titleField(page)).toHaveValue("Website");
});

test("closing the tab asks too, and only when there is something to lose", async ({ page }) => {
  await openSettings(page);
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await page.reload();
  await expect(titleField(page)).toHaveValue("Website");
  expect(asked).toEqual([]);
  await titleField(page).fill("Unsaved");
  await expect(page.getByRole("button", { name: "Discard" })).toBeVisible();
  // The frame after it: by then the page's guard knows.
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await page.reload();
  await expect(titleField(page)).toHaveValue("Website");
  expect(asked).toEqual(["beforeunload"]);
});

test("text typed while the settings are being saved stays, and is still unsaved", async ({
  page,
}) => {
  await openSettings(page);
  let answerNow = () => {};
  const mayAnswer = new Promise<void>((resolve) => (answerNow = resolve));
  await page.route("**/api/workspaces/*", async (route) => {
    if (route.request().method() === "PUT") await mayAnswer;
    await route.fallback();
  });
  await titleField(page).fill("Saved");
  await page.getByLabel("Max passes").fill("4");
  await save(page).click();
  await expect(page.getByRole("button", { name: "Saving…" })).toBeVisible();
  await page.getByLabel("Max passes").fill("5");
  answerNow();
  await expect(page.getByText("Settings saved")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Saved");
  await expect(page.getByLabel("Max passes")).toHaveValue("5");
  await expect(titleField(page)).toHaveValue("Saved");
  await expect(page.getByText("changed elsewhere")).toBeHidden();
  await expect(save(page)).toBeVisible();
});

test("discarding restores the saved settings", async ({ page }) => {
  await openSettings(page);
  await titleField(page).fill("Something else");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(titleField(page)).toHaveValue("Website");
  await expect(save(page)).toBeHidden();
});

test("another person's change shows up at once in an untouched form", async ({ page }) => {
  const id = await openSettings(page);
  await page.request.put(`/api/workspaces/${id}`, { data: { title: "Theirs", max_passes: 4 } });
  await expect(titleField(page)).toHaveValue("Theirs");
  await expect(page.getByLabel("Max passes")).toHaveValue("4");
  await expect(page.getByText("changed elsewhere")).toBeHidden();
});

test("unsaved text survives another person's change, and neither overwrites the other", async ({
  page,
}) => {
  const id = await openSettings(page);
  await titleField(page).fill("Mine");
  await page.request.put(`/api/workspaces/${id}`, { data: { max_passes: 4 } });
  await expect(page.getByText("These settings changed elsewhere.")).toBeVisible();
  await expect(titleField(page)).toHaveValue("Mine");
  await expect(page.getByLabel("Max passes")).toHaveValue("4");
  await save(page).click();
  await expect(page.getByText("Settings saved")).toBeVisible();
  await expect(page.getByText("changed elsewhere")).toBeHidden();
  expect(await settingsOf(page, id)).toMatchObject({ title: "Mine", max_passes: 4 });
});

test("another person's settings can be loaded over unsaved ones", async ({ page }) => {
  const id = await openSettings(page);
  await titleField(page).fill("Mine");
  await page.request.put(`/api/workspaces/${id}`, { data: { title: "Theirs" } });
  await page.getByRole("button", { name: "Load the new ones" }).click();
  await expect(titleField(page)).toHaveValue("Theirs");
  await expect(save(page)).toBeHidden();
});

test("the keyboard alone is enough to change a setting and save it", async ({ page }) => {
  const id = await openSettings(page);
  await page.getByRole("link", { name: "Settings", exact: true }).focus();
  while (!(await titleField(page).evaluate((field) => field === document.activeElement))) {
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("By keyboard");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByText("Settings saved")).toBeVisible();
  expect(await settingsOf(page, id)).toMatchObject({ title: "By keyboard" });
});

test("a workspace is deleted from its settings, and the list is next", async ({ page }) => {
  await openSettings(page, "Doomed");
  await titleField(page).fill("Unsaved, and not asked about");
  await page.getByRole("button", { name: "Delete workspace…" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("textbox").fill("Doomed");
  await dialog.getByRole("button", { name: "Delete workspace" }).click();
  await expect(page).toHaveURL(/:\d+\/$/);
  await expect(page.getByText("Workspace deleted")).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: /Sample/ })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: /Doomed/ })).toBeHidden();
});

test("markup and endless words in a title are text, and fit on a small phone", async ({ page }) => {
  const title = `<img src=x onerror="document.title='hacked'">${"endless".repeat(200)}`;
  await page.setViewportSize({ width: 360, height: 740 });
  const id = await openSettings(page, title);
  for (const tab of ["Tasks", "Agents", "Settings"]) {
    await page.getByRole("link", { name: tab, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`/workspaces/${id}/${tab.toLowerCase()}$`));
    await expect(page.getByRole("link", { name: tab, exact: true })).toHaveAttribute(
      "aria-current",
      "page",
    );
    await expect(page).toHaveTitle(new RegExp(`${tab} · <img`));
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
  }
  await page.getByRole("heading", { level: 1 }).hover();
  await expect(page.getByRole("tooltip")).toContainText(title);
  await titleField(page).fill("Short");
  await expect(save(page)).toBeInViewport({ ratio: 1 });
  await save(page).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Short");
});
