import axe from "axe-core";
import type { Locator, Page } from "@playwright/test";
import { createBoard } from "../support/board.ts";
import {
  createWorkspace,
  deleteAllWorkspaces,
  expect,
  openTeam,
  test,
} from "../support/fixtures.ts";

async function violations(page: Page): Promise<unknown[]> {
  // Through the debugger, not as a script of the page: its policy would refuse that, rightly.
  await page.evaluate(axe.source);
  const result = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run({
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    }),
  );
  return result.violations.map(({ id, nodes }) => ({ id, targets: nodes.map((n) => n.target) }));
}

/** A task In Review with a comment on it. */
async function openSampleTask(page: Page): Promise<void> {
  const board = createBoard(new URL((await page.request.get("/api/health")).url()).origin);
  const id = await board.createTeam([]);
  const task = await board.createTask(id, "Fix the login");
  await board.reachesReview(task.id);
  await board.moveToDone(task.id);
  await board.comment(task.id, "Please look at *this*.");
  await page.goto(`/workspaces/${id}/tasks/${task.id}`);
  await expect(page.getByRole("dialog").locator("em")).toBeVisible();
}

const PLACES: Record<string, (page: Page) => Promise<void>> = {
  "the list": async (page) => {
    await createWorkspace(page.request, "Website");
    await page.goto("/");
    await expect(page.getByRole("link", { name: /Website/ })).toBeVisible();
  },
  "the empty list": async (page) => {
    await deleteAllWorkspaces(page.request);
    await page.goto("/");
    await expect(page.getByText("No workspaces yet")).toBeVisible();
  },
  "the dialog for a workspace, with errors": async (page) => {
    await page.goto("/");
    await page.getByRole("button", { name: "Create workspace" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Create workspace" }).click();
    await expect(page.getByText("must not be empty")).toBeVisible();
  },
  "the question before deleting": async (page) => {
    await page.goto("/");
    await page.getByRole("button", { name: /Sample/ }).click();
    await page.getByRole("menuitem", { name: /Delete/ }).click();
    await expect(page.getByRole("alertdialog")).toBeVisible();
  },
  "a team": async (page) => {
    await openTeam(page, "Planner", "Reviewer");
    await expect(page.getByText("You are the Planner.")).toBeVisible();
  },
  "no team": async (page) => {
    await openTeam(page);
    await expect(page.getByText("has no agents")).toBeVisible();
  },
  "the dialog for an agent": async (page) => {
    await openTeam(page, "Planner");
    await page.getByRole("button", { name: "Edit Planner" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
  },
  "the settings, with an error and something unsaved": async (page) => {
    const { id } = await createWorkspace(page.request, "Website");
    await page.goto(`/workspaces/${id}/settings`);
    await page.getByLabel("Fixed").check();
    await page.getByLabel("Max passes").fill("many");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("must be a number in digits")).toBeVisible();
  },
  "the shortcuts": async (page) => {
    await page.goto("/");
    await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
  },
  "a task": async (page) => {
    await openSampleTask(page);
    await expect(page.getByRole("list", { name: "Timeline" })).toBeVisible();
  },
  "a task, being changed": async (page) => {
    await openSampleTask(page);
    await page
      .getByRole("heading", { name: /Fix the login/ })
      .getByRole("button")
      .click();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.press("Delete");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Summary must not be empty.")).toBeVisible();
    await page.getByRole("button", { name: "Add a description" }).click();
  },
  "the activity of a task": async (page) => {
    await openSampleTask(page);
    await page.getByRole("tab", { name: "Activity" }).click();
    await expect(page.getByText("User created the task")).toBeVisible();
  },
  "the CLIs": async (page) => {
    await page.goto("/");
    await page.getByRole("button", { name: /No CLIs available/ }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
  },
  "the login": async (page) => {
    await page.goto("/login");
    await expect(page.getByLabel("Token")).toBeVisible();
  },
  nowhere: async (page) => {
    await page.goto("/nowhere");
    await expect(page.getByText("There is nothing here")).toBeVisible();
  },
};

for (const colorScheme of ["light", "dark"] as const) {
  for (const [name, open] of Object.entries(PLACES)) {
    test(`${name} has no accessibility violations in ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await open(page);
      expect(await violations(page)).toEqual([]);
    });
  }
}

test("the API document has no accessibility violations", async ({ page }) => {
  await page.goto("/api/docs");
  await page.getByText("List the team in its order").click();
  expect(await violations(page)).toEqual([]);
});

test("everything can be done with the keyboard alone", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("link", { name: /Sample/ })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Create workspace" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Title")).toBeFocused();
  await page.keyboard.type("By keyboard");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: /By keyboard/ })).toBeVisible();

  const card = page.getByRole("link", { name: /By keyboard/ });
  await tabTo(page, card);
  await page.keyboard.press("Enter");
  await expect(page.getByText("This workspace has no agents")).toBeVisible();
  await tabTo(page, page.getByRole("link", { name: "Agents", exact: true }));
  await page.keyboard.press("Enter");

  const createAgent = page.getByRole("button", { name: "Create agent" });
  for (const name of ["First", "Second"]) {
    await tabTo(page, createAgent);
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Name")).toBeFocused();
    await page.keyboard.type(name);
    await tabTo(page, page.getByRole("textbox", { name: "Instruction" }));
    await page.keyboard.type("Do it.");
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect(page.getByRole("heading", { name })).toBeVisible();
  }
  await tabTo(page, page.getByRole("button", { name: "Move Second up" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("list", { name: /order/ }).getByRole("heading")).toHaveText([
    "Second",
    "First",
  ]);
  await tabTo(page, page.getByRole("button", { name: "Delete Second" }));
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("button", { name: "Delete agent" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Second" })).toBeHidden();
});

/** The way there by keyboard; the test's own time limit ends a vain search. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  while (!(await target.evaluate((element) => element === document.activeElement))) {
    await page.keyboard.press("Tab");
  }
}

test("a wish for less motion is respected", async ({ page }) => {
  const durations = () =>
    page.evaluate(() =>
      [...document.querySelectorAll("*")]
        .filter((element) => {
          const { transitionDuration, animationDuration } = getComputedStyle(element);
          return [transitionDuration, animationDuration].some(
            (text) => Number.parseFloat(text) > 0,
          );
        })
        .map((element) => element.tagName),
    );
  await openTeam(page, "Planner");
  expect(await durations()).not.toEqual([]);
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await durations()).toEqual([]);
});

test("every target on a phone is large enough", async ({ browser, malamar }) => {
  const context = await browser.newContext({
    baseURL: malamar.url,
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await openTeam(page, "Planner", "Reviewer");
  const small = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("a, button, input, select")]
      .filter((element) => element.offsetParent !== null && !element.matches(".sr-only"))
      .map((element) => {
        const box = element.getBoundingClientRect();
        const area = getComputedStyle(element, "::after");
        const hit = area.content === "none" ? 0 : Number.parseFloat(area.height) || 0;
        return {
          name: element.ariaLabel ?? element.textContent,
          height: Math.max(box.height, hit),
        };
      })
      .filter(({ height }) => height < 43.5),
  );
  expect(small).toEqual([]);
  await context.close();
});
