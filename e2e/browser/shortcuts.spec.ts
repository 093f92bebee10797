import type { Page } from "@playwright/test";
import { createWorkspace, expect, openTeam, test } from "../support/fixtures.ts";

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

const sheet = (page: Page) => page.getByRole("dialog", { name: "Keyboard shortcuts" });

test("? lists every shortcut, and focus returns to where it was", async ({ page }) => {
  await page.goto("/");
  const create = page.getByRole("button", { name: "Create workspace" });
  await create.focus();
  await press(page, "?");
  await expect(sheet(page).getByRole("listitem").filter({ hasText: "Go to tasks" })).toContainText(
    "g then t",
  );
  await expect(sheet(page).getByRole("listitem").filter({ hasText: "New task" })).toBeVisible();
  await press(page, "Escape");
  await expect(sheet(page)).toBeHidden();
  await expect(create).toBeFocused();
});

test("two keys in a row lead to the parts of a workspace, and to the list", async ({ page }) => {
  const { id } = await openTeam(page, "Planner");
  for (const [key, tab] of [
    ["t", "tasks"],
    ["s", "settings"],
    ["a", "agents"],
  ] as const) {
    await press(page, "g", key);
    await expect(page).toHaveURL(new RegExp(`/workspaces/${id}/${tab}$`));
  }
  await press(page, "g", "w");
  await expect(page).toHaveURL(/:\d+\/$/);
  await expect(page.getByRole("heading", { name: "Workspaces" })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/agents$/);
});

test("outside a workspace its keys do nothing", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("main").getByRole("link", { name: /Sample/ })).toBeVisible();
  await press(page, "g", "t");
  await press(page, "?");
  await expect(sheet(page)).toBeVisible();
  await expect(page).toHaveURL(/:\d+\/$/);
});

test("while you type, keys are letters", async ({ page }) => {
  const { id } = await createWorkspace(page.request, "Website");
  await page.goto(`/workspaces/${id}/settings`);
  const title = page.getByRole("textbox", { name: "Title" });
  await title.fill("");
  await title.pressSequentially("g t?");
  await expect(title).toHaveValue("g t?");
  await expect(page).toHaveURL(/\/settings$/);
  await expect(sheet(page)).toBeHidden();
});

test("single keys can be switched off, and on again from the menu", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("main").getByRole("link", { name: /Sample/ })).toBeVisible();
  await press(page, "?");
  await sheet(page).getByRole("switch", { name: "Single-key shortcuts" }).uncheck();
  await press(page, "Escape");
  await expect(sheet(page)).toBeHidden();
  await page.reload();
  const button = page.getByRole("button", { name: "Settings and help" });
  await expect(button).toBeVisible();
  await press(page, "?");
  await expect(sheet(page)).toBeHidden();

  await button.focus();
  await press(page, "Enter");
  await expect(page.getByRole("menuitem", { name: "Settings" })).toBeFocused();
  await press(page, "k");
  await expect(page.getByRole("menuitem", { name: "Keyboard shortcuts" })).toBeFocused();
  await press(page, "Enter");
  const choice = sheet(page).getByRole("switch", { name: "Single-key shortcuts" });
  await expect(choice).not.toBeChecked();
  await choice.focus();
  await press(page, "Space", "Escape");
  await expect(button).toBeFocused();
  await press(page, "?");
  await expect(sheet(page)).toBeVisible();
});

test("a phone has no keys, so its menu does not list them", async ({ browser, malamar }) => {
  const context = await browser.newContext({
    baseURL: malamar.url,
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await page.goto("/");
  const bar = page.getByRole("navigation", { name: "Main" });
  await bar.getByRole("button", { name: "More" }).tap();
  await expect(page.getByRole("menuitem", { name: "Help" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Keyboard shortcuts" })).toBeHidden();
  await context.close();
});
