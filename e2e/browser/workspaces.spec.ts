import { join } from "node:path";
import type { Page } from "@playwright/test";
import { createWorkspace, deleteAllWorkspaces, expect, test } from "../support/fixtures.ts";
import { createRepository } from "../support/repositories.ts";

const titles = (page: Page) =>
  page.getByRole("list", { name: "Workspaces", exact: true }).getByRole("heading");

test("the first page has the sample workspace, and leads to its team", async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveTitle(/Home/);
  const card = page.getByRole("main").getByRole("link", { name: /Sample: Code Assistant/ });
  await expect(card).toContainText("4 agents");
  await expect(card).toContainText("just now");
  await card.click();
  await expect(page).toHaveURL(/\/workspaces\/[\w-]{21}\/tasks$/);
  await page.getByRole("link", { name: "Agents", exact: true }).click();
  await expect(page).toHaveURL(/\/agents$/);
  await expect(page.getByRole("listitem").filter({ hasText: "Planner" }).first()).toBeVisible();
});

test("a workspace is created in a dialog that says what is missing", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Create workspace" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create workspace" }).click();
  const title = dialog.getByLabel("Title");
  await expect(title).toHaveAccessibleDescription(/must not be empty/);
  await expect(title).toBeFocused();
  // Most people have a project already.
  await expect(dialog.getByLabel("My project")).toBeChecked();
  const path = dialog.getByLabel(/path/i);
  await expect(path).toHaveAccessibleDescription(/must not be empty/);
  // The colour of an agent comes with its id, so none is promised before.
  const faces = dialog.locator("[data-slot=agent-face]");
  const grounds = await faces.evaluateAll((all) =>
    all.map((face) => getComputedStyle(face).backgroundColor),
  );
  expect(new Set(grounds).size).toBe(1);

  await title.fill("My website");
  await dialog.getByLabel("A new folder per task").check();
  await dialog.getByRole("button", { name: "Create workspace" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Workspace created")).toBeVisible();
  await expect(page).toHaveURL(/\/workspaces\/[\w-]{21}\/tasks$/);
  await expect(page.getByRole("heading", { name: "My website" })).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
});

test("a directory that does not exist is accepted with a warning", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Create workspace" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Title").fill("Static");
  await dialog.getByLabel(/path/i).fill("/no/such/directory");
  await dialog.getByRole("button", { name: "Create workspace" }).click();
  const warning = page.getByText("The directory /no/such/directory does not exist.");
  await expect(warning.first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "Static" })).toBeVisible();
});

test("a project's path is completed and checked as you type", async ({ page, malamar }) => {
  createRepository(join(malamar.home, "projects", "shop"));
  await page.goto("/");
  await page.getByRole("button", { name: "Create workspace" }).click();
  const dialog = page.getByRole("dialog");
  const path = dialog.getByRole("combobox", { name: "Directory path" });
  await path.fill(join(malamar.home, "pro"));
  const folders = dialog.getByRole("listbox", { name: "Folders" });
  await expect(folders.getByRole("option")).toHaveText(["projects"]);
  await page.keyboard.press("Escape");
  await expect(folders).toBeHidden();
  await expect(dialog).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(path).toHaveValue(join(malamar.home, "projects/"));
  await folders.getByRole("option", { name: "shop" }).click();
  const facts = dialog.getByRole("status", { name: "About this folder" });
  await expect(facts).toHaveText("Git repository on main");
  await expect(path).toHaveAccessibleDescription("Git repository on main");
  await expect(dialog.getByLabel("Title")).toHaveValue("shop");
  await path.fill("/no/such/place");
  await expect(dialog.getByText("The directory /no/such/place does not exist.")).toBeVisible();
  // What is typed in full needs no list over the rest of the form.
  await path.fill(malamar.home);
  await expect(facts).toContainText("is your home directory");
  await expect(folders).toBeHidden();
  await path.pressSequentially("/");
  await expect(folders).toBeVisible();
  const bottom = await facts.evaluate((element) => element.getBoundingClientRect().bottom);
  expect((await folders.boundingBox())!.y).toBeGreaterThanOrEqual(bottom);
  // A whole path names the workspace too, once the field is left.
  await dialog.getByLabel("Title").fill("");
  await path.fill(join(malamar.home, "projects/shop"));
  await expect(facts).toHaveText("Git repository on main");
  await path.blur();
  await expect(dialog.getByLabel("Title")).toHaveValue("shop");
});

test("closing a dialog with typed text asks first", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Create workspace" }).click();
  await page.getByLabel("Title").fill("Half a thought");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("Title")).toHaveValue("Half a thought");
});

test("search and sort are in the address, so that back and reload keep them", async ({ page }) => {
  for (const title of ["Alpha", "Beta", "Alphabet"]) await createWorkspace(page.request, title);
  await page.goto("/");
  await page.getByRole("searchbox", { name: "Search workspaces" }).fill("ALPHA");
  await expect(titles(page)).toHaveText(["Alphabet", "Alpha"]);
  await expect(page).toHaveURL(/q=ALPHA/);
  await page.getByLabel("Sort by").selectOption("created_at");
  await expect(titles(page)).toHaveText(["Alpha", "Alphabet"]);
  await page.reload();
  await expect(page.getByRole("searchbox")).toHaveValue("ALPHA");
  await expect(titles(page)).toHaveText(["Alpha", "Alphabet"]);

  await page.getByRole("searchbox").fill("nothing like it");
  await expect(page.getByText(/No workspace/)).toBeVisible();
  await page.getByRole("button", { name: "Clear search" }).click();
  await expect(page.getByRole("searchbox")).toBeFocused();
  await expect(page.getByRole("searchbox")).toHaveValue("");
  await expect(titles(page).filter({ hasText: "Beta" })).toBeVisible();
});

test("a workspace is deleted only when its title is typed", async ({ page }) => {
  await createWorkspace(page.request, "Doomed");
  await page.goto("/");
  await page.getByRole("button", { name: /Doomed/ }).click();
  await page.getByRole("menuitem", { name: /Delete/ }).click();
  const dialog = page.getByRole("alertdialog");
  const confirm = dialog.getByRole("button", { name: "Delete workspace" });
  await expect(confirm).toBeDisabled();
  await dialog.getByRole("textbox").fill("doom");
  await expect(confirm).toBeDisabled();
  await dialog.getByRole("textbox").fill("Doomed");
  await confirm.click();
  await expect(page.getByRole("main").getByRole("link", { name: /Doomed/ })).toBeHidden();
  await expect(page.getByRole("main").getByRole("link", { name: /Sample/ })).toBeVisible();
});

test("without workspaces the page offers to create one", async ({ page }) => {
  await deleteAllWorkspaces(page.request);
  await page.goto("/");
  await expect(page.getByText("No workspaces yet")).toBeVisible();
  await page
    .getByRole("main")
    .getByRole("button", { name: /Create workspace/i })
    .first()
    .click();
  await expect(page.getByRole("dialog")).toBeVisible();
});

test.describe("when the server fails", () => {
  test.use({ allowedNoise: /Failed to load resource/ });

  test("the list says so and offers a retry", async ({ page }) => {
    await page.route("**/api/home*", (route) =>
      route.fulfill({
        status: 500,
        json: { error: { code: "INTERNAL_ERROR", message: "Something went wrong in Malamar." } },
      }),
    );
    await page.goto("/");
    await expect(page.getByText("Something went wrong in Malamar.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Copy details" })).toBeVisible();
    await page.unroute("**/api/home*");
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("main").getByRole("link", { name: /Sample/ })).toBeVisible();
  });
});

test("hundreds of workspaces with endless titles fit on a small phone", async ({ page }) => {
  const endless = "supercalifragilistic".repeat(30);
  for (let n = 0; n < 200; n++) {
    await createWorkspace(page.request, n % 3 === 0 ? `${endless}${n}` : `Workspace ${n} of many`);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/");
  await expect(
    page.getByRole("main").getByRole("link", { name: "Workspace 199 of many" }),
  ).toBeVisible();
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
});

test("markup in a title is text", async ({ page }) => {
  await createWorkspace(page.request, `<img src=x onerror="document.title='hacked'"><b>bold</b>`);
  await page.goto("/");
  await expect(page.getByRole("main").getByText("<b>bold</b>")).toBeVisible();
  await expect(page).toHaveTitle(/Home/);
});

test.describe("an address that leads nowhere", () => {
  test.use({ allowedNoise: /404 \(Not Found\)/ });

  for (const path of ["/nowhere", "/workspaces/unknown", `/workspaces/${"0".repeat(21)}/agents`]) {
    test(`says so and leads back: ${path}`, async ({ page }) => {
      await page.goto(path);
      await expect(
        page.getByText(/There is nothing here|This workspace does not exist/),
      ).toBeVisible();
      await page.getByRole("link", { name: "Go to workspaces" }).click();
      await expect(page.getByRole("main").getByRole("link", { name: /Sample/ })).toBeVisible();
    });
  }
});
