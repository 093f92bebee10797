import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { createBoard, demoAgent } from "../support/board.ts";
import { createWorkspace, expect, openTeam, test } from "../support/fixtures.ts";

const rows = (page: Page) =>
  page.getByRole("list", { name: "Agents in order" }).getByRole("listitem");

async function expectOrder(page: Page, names: string[]): Promise<void> {
  await expect(rows(page).getByRole("heading")).toHaveText(names);
}

test("an agent is created with the first CLI preselected, and joins at the end", async ({
  page,
}) => {
  await openTeam(page, "Planner");
  await page.getByRole("button", { name: "Create agent" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel(/Claude Code/)).toBeChecked();
  await dialog.getByLabel("Name").fill("Reviewer");
  await dialog.getByLabel("Instruction").fill("Look closely.");
  await dialog.getByLabel(/Codex CLI/).check();
  await dialog.getByLabel(/Model/).fill("gpt-best");
  await dialog.getByRole("button", { name: "Create agent" }).click();
  await expect(dialog).toBeHidden();
  await expectOrder(page, ["Planner", "Reviewer"]);
  await expect(rows(page).nth(1)).toContainText("Codex CLI");
  await expect(rows(page).nth(1)).toContainText("gpt-best");
  await expect(rows(page).nth(1)).toContainText("Look closely.");
});

test.describe("a name that is already used", () => {
  test.use({ allowedNoise: /409 \(Conflict\)/ });

  test("is reported at its field, and nothing typed is lost", async ({ page }) => {
    await openTeam(page, "Planner");
    await page.getByRole("button", { name: "Create agent" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Planner");
    await dialog.getByLabel("Instruction").fill("Another one.");
    await dialog.getByRole("button", { name: "Create agent" }).click();
    await expect(dialog.getByLabel("Name")).toHaveAccessibleDescription(
      /already used by another agent/,
    );
    await expect(dialog.getByLabel("Instruction")).toHaveValue("Another one.");
    await dialog.getByLabel("Name").fill("Second planner");
    await dialog.getByRole("button", { name: "Create agent" }).click();
    await expectOrder(page, ["Planner", "Second planner"]);
  });
});

test("an agent is edited in place", async ({ page }) => {
  await openTeam(page, "Planner", "Reviewer");
  await page.getByRole("button", { name: "Edit Planner" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Instruction")).toHaveValue("You are the Planner.");
  await dialog.getByLabel("Name").fill("Architect");
  await dialog.getByRole("button", { name: "Save agent" }).click();
  await expectOrder(page, ["Architect", "Reviewer"]);
});

test.describe("the input preview", () => {
  test.use({ allowedNoise: /409 \(Conflict\)/ });

  test("is what the agent's next run would be given", async ({ page, malamar }) => {
    const board = createBoard(malamar.url);
    const workspaceId = await board.createTeam([demoAgent("Planner", "hang")]);
    await page.goto(`/workspaces/${workspaceId}/agents`);
    const editor = page.getByRole("dialog", { name: "Edit Planner" });
    const preview = page.getByRole("dialog", { name: "Input preview" });
    const open = () => editor.getByRole("button", { name: "Preview input" }).click();
    await page.getByRole("button", { name: "Edit Planner" }).click();
    await open();
    await expect(preview.getByText("No open task")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(preview).toBeHidden();

    await board.createTask(workspaceId, "Fix the login form");
    await editor.getByLabel("Name").fill("Thinker");
    await open();
    await expect(preview.getByRole("article", { name: "Input" })).toContainText(
      "Fix the login form",
    );
    await expect(preview).toContainText("Your unsaved changes are not in it.");
    await preview.getByRole("button", { name: "Close" }).click();
    await expect(editor.getByRole("button", { name: "Preview input" })).toBeFocused();
    await expect(editor.getByLabel("Name")).toHaveValue("Thinker");
  });
});

test("the order changes by buttons and persists", async ({ page }) => {
  await openTeam(page, "A", "B", "C");
  await expect(page.getByRole("button", { name: "Move A up" })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Move C down" })).toBeDisabled();
  await page.getByRole("button", { name: "Move C up" }).click();
  await expectOrder(page, ["A", "C", "B"]);
  await page.getByRole("button", { name: "Move A down" }).click();
  await expectOrder(page, ["C", "A", "B"]);
  await page.reload();
  await expectOrder(page, ["C", "A", "B"]);
});

test("the order changes by drag and persists", async ({ page }) => {
  await openTeam(page, "A", "B", "C");
  const handle = (await page.getByRole("button", { name: "Drag A" }).boundingBox())!;
  const target = (await rows(page).nth(2).boundingBox())!;
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
  await page.mouse.down();
  await page.mouse.move(handle.x + 5, handle.y + 30, { steps: 5 });
  await page.mouse.move(handle.x + 5, target.y + target.height / 2, { steps: 15 });
  const saved = page.waitForResponse((response) => response.url().endsWith("/reorder"));
  await page.mouse.up();
  expect((await saved).status()).toBe(200);
  await expectOrder(page, ["B", "C", "A"]);
  await page.reload();
  await expectOrder(page, ["B", "C", "A"]);
});

test("the order changes by keyboard, and is announced", async ({ page }) => {
  await openTeam(page, "A", "B", "C");
  await page.getByRole("button", { name: "Drag C" }).focus();
  await page.keyboard.press("Space");
  await expect(page.getByText(/C (picked up at|is over) position 3 of 3/).first()).toBeAttached();
  await page.keyboard.press("ArrowUp");
  await expect(page.getByText("C is over position 2 of 3").first()).toBeAttached();
  await page.keyboard.press("Space");
  await expectOrder(page, ["A", "C", "B"]);
});

test.describe("when saving an order fails", () => {
  test.use({ allowedNoise: /Failed to load resource/ });

  test("the team returns to its order and the page says why", async ({ page }) => {
    await openTeam(page, "A", "B");
    await page.route("**/agents/reorder", (route) =>
      route.fulfill({
        status: 500,
        json: { error: { code: "INTERNAL_ERROR", message: "The disk is full." } },
      }),
    );
    await page.getByRole("button", { name: "Move B up" }).click();
    await expect(page.getByText("The order was not saved")).toBeVisible();
    await expect(page.getByText("The disk is full.")).toBeVisible();
    await expectOrder(page, ["A", "B"]);
  });
});

test("deleting an agent asks first", async ({ page }) => {
  await openTeam(page, "A", "B");
  const askToDelete = async () => {
    await page.getByRole("button", { name: "More for A" }).click();
    await page.getByRole("menuitem", { name: "Delete A…" }).click();
  };
  await askToDelete();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await expectOrder(page, ["A", "B"]);
  await askToDelete();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete agent" }).click();
  await expectOrder(page, ["B"]);
});

test("a workspace without agents says what that means", async ({ page }) => {
  const { id } = await createWorkspace(page.request, "Lonely");
  await page.goto(`/workspaces/${id}/agents`);
  await expect(
    page.getByText("This workspace has no agents. Tasks go straight to In Review."),
  ).toBeVisible();
  await page.getByRole("button", { name: "Create agent" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("when no CLI is found the page says what to install", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "No CLIs available - configure in settings" }).click();
  await expect(page).toHaveURL(/\/settings#clis$/);
  const claude = page.getByRole("listitem", { name: "Claude Code" });
  await expect(claude).toContainText("npm install -g @anthropic-ai/claude-code");
  await expect(claude).toContainText("Binary not found in PATH");
});

test("a CLI that becomes available appears without a reload, and preselected", async ({
  page,
  malamar,
}) => {
  await openTeam(page, "Planner");
  await expect(page.getByRole("link", { name: /No CLIs available/ })).toBeVisible();
  const program = join(malamar.home, "codex");
  writeFileSync(program, "#!/bin/sh\necho 0.166.0\n");
  chmodSync(program, 0o755);
  const data = { cli_settings: { codex: { binary_path: program } } };
  expect((await page.request.put("/api/settings", { data })).status()).toBe(200);

  await expect(page.getByRole("link", { name: /No CLIs available/ })).toBeHidden();
  await page.getByRole("button", { name: "Create agent" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel(/Codex CLI/)).toBeChecked();
  await expect(dialog).toContainText("0.166.0");
});
