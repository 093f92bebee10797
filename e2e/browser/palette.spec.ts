import { join } from "node:path";
import type { Page } from "@playwright/test";
import { createBoard, demoAgent } from "../support/board.ts";
import { createChangedTask } from "../support/changed-tasks.ts";
import { openChanges } from "../support/changes.ts";
import { createChats, script } from "../support/chat-pages.ts";
import { createWorkspace, expect, openHome, openTeam, test } from "../support/fixtures.ts";
import { openPalette, palette, paletteField as field } from "../support/palette-pages.ts";
import { createRepository } from "../support/repositories.ts";
import { openTask } from "../support/task-pages.ts";

const options = (page: Page) => palette(page).getByRole("option");
const chosen = (page: Page) => palette(page).getByRole("option", { selected: true });

/** Types, and waits until Enter would do this. */
async function look(page: Page, text: string, first: string | RegExp): Promise<void> {
  await field(page).fill(text);
  await expect(chosen(page)).toContainText(first);
}

test("opens by both keys and the button, closes again, and returns focus", async ({ page }) => {
  await openHome(page);
  const create = page.getByRole("button", { name: "Create workspace" });
  for (const key of ["ControlOrMeta+k", "/"]) {
    await create.focus();
    await openPalette(page, key);
    await page.keyboard.press("Escape");
    await expect(palette(page)).toBeHidden();
    await expect(create).toBeFocused();
  }
  await openPalette(page);
  await page.keyboard.press("ControlOrMeta+k");
  await expect(palette(page)).toBeHidden();
  await page.getByRole("button", { name: "Search or run a command" }).click();
  await expect(field(page)).toBeFocused();
});

test("with single keys off, the slash is a letter, and Ctrl+K still works, also while typing", async ({
  page,
}) => {
  await openHome(page);
  await openPalette(page);
  await look(page, "single-key", "Turn off single-key shortcuts");
  await page.keyboard.press("Enter");
  await expect(palette(page)).toBeHidden();
  await page.keyboard.press("/");
  await page.getByRole("searchbox").focus();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox")).toHaveValue("/");
  await expect(palette(page)).toBeHidden();
  await openPalette(page);
  await look(page, "single-key", "Turn on single-key shortcuts");
});

test("finds workspaces, tasks and chats by title, and leads there", async ({ page, malamar }) => {
  const board = createBoard(malamar.url);
  const { id } = await createWorkspace(page.request, "Orchard");
  const task = await board.createTask(id, "Prune the apple trees");
  await page.request.post(`/api/workspaces/${id}/chats`, { data: { title: "Apple varieties" } });
  await openHome(page);
  await openPalette(page);
  await look(page, "APPLE", "Prune the apple trees");
  await expect(options(page)).toHaveText([
    /Prune the apple trees.*Orchard/,
    /Apple varieties.*Orchard/,
  ]);
  await page.keyboard.press("ArrowDown");
  await expect(chosen(page)).toContainText("Apple varieties");
  await page.keyboard.press("ArrowDown");
  await expect(chosen(page)).toContainText("Prune the apple trees");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/workspaces/${id}/tasks/${task.id}$`));
  await expect(page.getByRole("region", { name: "Prune the apple trees" })).toBeVisible();

  await page.goto("/");
  await expect(page.getByRole("main").getByRole("link", { name: /Sample/ })).toBeVisible();
  await openPalette(page);
  await expect(palette(page).getByRole("group", { name: "Recent" })).toContainText(
    "Prune the apple trees",
  );
  await look(page, "orchard", "Orchard");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Orchard" })).toBeVisible();
});

test("the newest query wins, however late an older answer comes", async ({ page }) => {
  for (const title of ["Alpha", "Alphabet"]) await createWorkspace(page.request, title);
  await openHome(page);
  let answerOld = () => {};
  const held = new Promise<void>((resolve) => (answerOld = resolve));
  await page.route("**/api/search?q=alpha", async (route) => {
    await held;
    await route.continue().catch(() => {});
  });
  await openPalette(page);
  const asked = page.waitForRequest("**/api/search?q=alpha");
  await field(page).fill("alpha");
  await asked;
  await look(page, "alphab", "Alphabet");
  answerOld();
  await expect(options(page)).toHaveText([/Alphabet/]);
  await field(page).fill("nothing of the kind");
  await expect(palette(page)).toContainText("Nothing found for “nothing of the kind”");
});

test("does what buttons do: pages, dialogs, theme", async ({ page }) => {
  const { id } = await openTeam(page, "Planner");
  await openPalette(page);
  await look(page, "settings of this", "Settings of this workspace");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/workspaces/${id}/settings$`));

  await openPalette(page);
  await look(page, "create task", "Create task");
  await expect(chosen(page)).toContainText("c");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Summary")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();

  await openPalette(page);
  await look(page, "create agent", "Create agent");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Create agent" }).getByLabel("Name")).toBeFocused();
  await page.keyboard.press("Escape");

  await openPalette(page);
  await look(page, "dark", "Dark theme");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveClass(/dark/);

  await openPalette(page);
  await look(page, "pause all", "Pause all work");
  await page.keyboard.press("Enter");
  await expect(page.getByText("All work is paused.")).toBeVisible();

  await openPalette(page);
  await look(page, "keyboard", "Keyboard shortcuts");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toContainText("Ctrl+K");
});

test("starts a chat with the chosen agent, and deletes the workspace after asking", async ({
  page,
}) => {
  const { id } = await openTeam(page, "Planner");
  await openPalette(page);
  await look(page, "start a chat", "Start a chat");
  await page.keyboard.press("Enter");
  await expect(field(page)).toHaveAccessibleName("Who with?");
  await expect(options(page)).toHaveText(["Malamar agent", "Planner"]);
  await page.keyboard.press("Backspace");
  await look(page, "start a chat", "Start a chat");
  await page.keyboard.press("Enter");
  await look(page, "plan", "Planner");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/workspaces/${id}/chats/[\\w-]{21}$`));
  await expect(page.getByRole("button", { name: "Agent: Planner" })).toBeVisible();

  await openPalette(page);
  await expect(palette(page).getByRole("group").first()).toHaveAccessibleName("This chat");
  await look(page, "rename", "Rename the chat");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Title" })).toBeFocused();
  await page.keyboard.press("Escape");

  await openPalette(page);
  await look(page, "delete workspace", "Delete workspace…");
  await page.keyboard.press("Enter");
  const question = page.getByRole("alertdialog", { name: "Delete this workspace?" });
  await question.getByRole("textbox").fill("Website");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main").getByRole("link", { name: /Sample/ })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: /Website/ })).toBeHidden();
});

test("offers what can be done with the open task", async ({ page, malamar }) => {
  const { view } = await openTask(page, malamar);
  await openPalette(page);
  await expect(palette(page).getByRole("group").first()).toHaveAccessibleName("This task");
  await look(page, "comment", "Write a comment");
  await page.keyboard.press("Enter");
  await expect(view.getByRole("textbox", { name: /comment/i })).toBeFocused();

  await openPalette(page);
  await look(page, "move to done", "Move to Done");
  await page.keyboard.press("Enter");
  await expect(view.getByRole("button", { name: "Move to Todo" })).toBeEnabled();
  await expect(view.getByRole("button", { name: "Move to Done" })).toBeHidden();

  await openPalette(page);
  await look(page, "delete", "Delete…");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alertdialog", { name: "Delete this task?" })).toBeVisible();
});

test("leaving a page does not discard typed text", async ({ page }) => {
  await openHome(page);
  await page.getByRole("button", { name: "Create workspace" }).click();
  await page.getByLabel("Title").fill("Half a thought");
  await openPalette(page);
  await look(page, "help", "Help");
  await page.keyboard.press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: "Keep editing" }).click();
  await expect(page.getByLabel("Title")).toHaveValue("Half a thought");
});

test("a screen reader hears the selection and the number of results", async ({ page }) => {
  await openHome(page);
  await openPalette(page);
  await look(page, "theme", "theme");
  const option = chosen(page);
  await expect(field(page)).toHaveAttribute(
    "aria-activedescendant",
    (await option.getAttribute("id"))!,
  );
  await expect(palette(page).getByRole("status")).toHaveText(/^\d+ results?$/);
  await expect(palette(page).getByRole("listbox")).toBeVisible();
  await expect(field(page)).toHaveAttribute("aria-expanded", "true");
});

test("on a phone it fills the screen, works by touch, and hostile titles are text", async ({
  browser,
  malamar,
}) => {
  const context = await browser.newContext({
    baseURL: malamar.url,
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  const title = `<img src=x onerror="document.title='hacked'"> ${"x".repeat(20_000)}`;
  const { id } = await createWorkspace(page.request, title);
  await openHome(page);
  await page.getByRole("button", { name: "Search", exact: true }).tap();
  await field(page).fill("onerror");
  const option = options(page).filter({ hasText: "<img src=x" });
  await expect(option).toBeVisible();
  const box = (await option.boundingBox())!;
  expect(box.height).toBeGreaterThanOrEqual(44);
  expect(box.x + box.width).toBeLessThanOrEqual(360);
  expect(await palette(page).locator("img").count()).toBe(0);
  await option.tap();
  await expect(page).toHaveURL(new RegExp(`/workspaces/${id}/tasks$`));
  await context.close();
});

test.describe("where a token is required", () => {
  test.use({ args: ["--token", "secret-and-long-enough"], allowedNoise: /401 \(Unauthorized\)/ });

  test("you can log out", async ({ page }) => {
    await page.goto("/");
    await page.getByLabel("Token").fill("secret-and-long-enough");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main").getByRole("link", { name: /Sample/ })).toBeVisible();
    await openPalette(page);
    await look(page, "log out", "Log out");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Log in" })).toBeVisible();
    await page.goto("/");
    await expect(page.getByRole("heading", { name: "Log in" })).toBeVisible();
  });
});

test("the keys of changes are commands, first of all, and each button is listed once", async ({
  page,
  malamar,
}) => {
  const changed = await createChangedTask(malamar, { "a.txt": "1\n" }, { "a.txt": "2\n" });
  const list = await openChanges(page, changed);
  await openPalette(page);
  await expect(palette(page).getByRole("group").first()).toHaveAccessibleName("These changes");
  await expect(options(page).filter({ hasText: "I have looked" })).toHaveCount(1);
  // A key that means something else here is not shown.
  const keyOf = (label: string) => options(page).filter({ hasText: label }).locator("kbd");
  await expect(keyOf("Next file")).toHaveText("j");
  await expect(keyOf("Open the next task")).toHaveCount(0);
  await look(page, "next change", "Next change");
  await page.keyboard.press("Enter");
  await expect(palette(page)).toBeHidden();
  await openPalette(page);
  await look(page, "comment on the marked line", "Comment on the marked line");
  await page.keyboard.press("Enter");
  await expect(list.getByRole("textbox", { name: /^Comment on/ })).toBeFocused();
});

test("the changes of a chat are a command", async ({ page, malamar }) => {
  const board = createBoard(malamar.url);
  const id = await board.createTeam([demoAgent("Planner", "skip")], {
    working_directory_mode: "static",
    working_directory_path: createRepository(join(malamar.home, "shop")),
  });
  const chats = createChats(malamar.url);
  const [planner] = await board.agents(id);
  const chat = await chats.create(id, { agent_id: planner!.id });
  await chats.ask(chat.id, script("write a.txt hello", "answer Done."));
  await page.goto(`/workspaces/${id}/chats/${chat.id}`);
  await expect(page.getByRole("link", { name: "Changes" })).toBeVisible();
  await openPalette(page);
  await look(page, "changes of this chat", "Changes of this chat");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/tab=changes/);
});
