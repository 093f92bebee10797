import { rounds } from "@malamar/server/testing/rounds.ts";
import type { Page } from "@playwright/test";
import { createBoard, demoAgent } from "../support/board.ts";
import { everyPage, goTo } from "../support/every-page.ts";
import { createWorkspace, expect, test } from "../support/fixtures.ts";

const rail = (page: Page) => page.locator("[data-slot=rail]");
const main = (page: Page) => page.getByRole("navigation", { name: "Main" });
const workspaces = (page: Page) => page.getByRole("navigation", { name: "Workspaces" });
const widthOf = async (page: Page) => (await rail(page).boundingBox())!.width;

test("the sidebar shows names or only icons, by its button and by a key, and remembers it", async ({
  page,
}) => {
  const { id } = await createWorkspace(page.request, "Website");
  await page.goto(`/workspaces/${id}/tasks`);
  await expect(workspaces(page).getByRole("link", { name: "Website" })).toBeVisible();
  expect(await widthOf(page)).toBe(232);
  await page.keyboard.press("[");
  await expect.poll(() => widthOf(page)).toBe(56);
  // What does not fit is still there for screen readers.
  await expect(workspaces(page).getByRole("link", { name: "Website" })).toHaveAttribute(
    "aria-current",
    "true",
  );
  await expect(main(page).getByRole("link", { name: "Needs you" })).toBeVisible();
  await page.reload();
  await expect(rail(page)).toBeVisible();
  expect(await widthOf(page)).toBe(56);
  const button = page.getByRole("button", { name: "Sidebar", exact: true });
  await expect(button).toHaveAttribute("aria-expanded", "false");
  await button.click();
  await expect.poll(() => widthOf(page)).toBe(232);

  await page.setViewportSize({ width: 800, height: 700 });
  await expect.poll(() => widthOf(page)).toBe(56);
  await expect(button).toBeHidden();
});

test("the sidebar shows where a team works, what is paused, and how much needs you", async ({
  page,
  malamar,
}) => {
  const board = createBoard(malamar.url);
  const id = await board.createTeam([demoAgent("Planner", "say At work.", "gate go-on")]);
  const paused = await createWorkspace(page.request, "Resting");
  await page.goto("/help");
  const team = workspaces(page).getByRole("link", { name: /^Team/ });
  const resting = workspaces(page).getByRole("link", { name: /^Resting/ });
  await expect(team).toHaveText("TTeam");
  const lists: string[] = [];
  page.on("request", (request) => {
    if (/\/api\/(workspaces|workspace-briefs)(\?|$)/.test(request.url())) lists.push(request.url());
  });
  const task = await board.createTask(id, "Worked on");
  await expect(team).toContainText("(working)");
  // The event alone says so.
  expect(lists).toEqual([]);
  await page.request.put(`/api/workspaces/${paused.id}`, { data: { is_paused: true } });
  await expect(resting).toContainText("(paused)");
  await board.runThatSays(task.id, "At work.");
  await board.cancelTask(task.id);
  await expect(team).not.toContainText("(working)");

  const needsYou = main(page).getByRole("link", { name: /Needs you/ });
  await expect(needsYou).toContainText("1");
  await needsYou.click();
  await expect(page).toHaveURL(/\/#needs-you$/);
  await expect(needsYou).toHaveAttribute("aria-current", "page");
  await expect(main(page).getByRole("link", { name: "Home" })).not.toHaveAttribute("aria-current");
  await expect(page.locator("#needs-you")).toBeFocused();
  await expect(page.locator("#needs-you")).toContainText("Worked on");
});

test("one switch in the sidebar pauses everything, and resumes it", async ({ page, malamar }) => {
  const board = createBoard(malamar.url);
  const id = await board.createTeam([demoAgent("Planner", "review")]);
  await page.goto(`/workspaces/${id}/tasks`);
  const pause = page.getByRole("button", { name: "Pause all work" });
  await expect(pause).toHaveAttribute("aria-pressed", "false");
  await pause.click();
  await expect(page.getByText("All work is paused.")).toBeVisible();
  await expect(pause).toHaveAttribute("aria-pressed", "true");
  const task = await board.createTask(id, "Waits");
  expect((await board.task(task.id)).status).toBe("todo");
  await pause.click();
  await expect(page.getByText("All work is paused.")).toBeHidden();
  await board.reachesReview(task.id);
});

test("a pause lets active runs finish, unless you stop them", async ({ page, malamar }) => {
  const board = createBoard(malamar.url);
  const script = ["say At work.", "gate go-on"] as const;
  const teams = [];
  for (const title of ["Website", "Shop"]) {
    const id = await board.createTeam([demoAgent("Planner", ...script)], { title });
    const task = await board.createTask(id, `Build the ${title}`);
    await board.runThatSays(task.id, "At work.");
    teams.push({ id, task });
  }
  const [website, shop] = teams as [(typeof teams)[0], (typeof teams)[0]];
  await page.request.put(`/api/workspaces/${website.id}`, { data: { is_paused: true } });
  await page.goto(`/workspaces/${website.id}/agents`);
  const stop = page.getByRole("button", { name: "Stop active runs" });
  await stop.click();
  await expect(page.getByText("Stopped 1 run", { exact: true })).toBeVisible();
  await expect(stop).toBeHidden();
  expect(await board.task(website.task.id)).toMatchObject({ status: "todo", is_on_hold: true });
  expect(await board.task(shop.task.id)).toMatchObject({ status: "in_progress" });

  await page.goto("/help");
  await page.getByRole("button", { name: "Pause all work" }).click();
  await stop.click();
  await expect(stop).toBeHidden();
  expect(await board.task(shop.task.id)).toMatchObject({ status: "todo", is_on_hold: true });
});

test.describe("a full disk", () => {
  test.use({ allowedNoise: /507/ });

  test("work that cannot be resumed says why", async ({ page, malamar }) => {
    await createBoard(malamar.url).changeSettings({ is_paused: true });
    await page.goto("/help");
    await page.route("**/api/settings", (route) =>
      route.request().method() === "PUT"
        ? route.fulfill({
            status: 507,
            json: { error: { code: "STORAGE_FAILED", message: "The disk is full." } },
          })
        : route.fallback(),
    );
    await page.getByRole("button", { name: "Resume", exact: true }).click();
    await expect(page.getByText("Work was not resumed")).toBeVisible();
    await expect(page.getByText("The disk is full.")).toBeVisible();
  });
});

test("the first hundred pixels of a page are its header and its main action", async ({
  page,
  malamar,
}) => {
  const board = createBoard(malamar.url);
  const id = await board.createTeam([demoAgent("Planner", "skip")]);
  const header = page.locator("[data-slot=page-header]");
  for (const { width, most } of [
    { width: 1440, most: 50 },
    { width: 1024, most: 50 },
    { width: 390, most: 100 },
  ]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/workspaces/${id}/agents`);
    await expect(header.getByRole("heading", { name: "Team" })).toBeVisible();
    await expect(header.getByRole("button", { name: "Create agent" })).toBeVisible();
    await expect(header.getByRole("link", { name: "Agents" })).toHaveAttribute(
      "aria-current",
      "page",
    );
    const { y, height } = (await header.boundingBox())!;
    expect(y + height, `${width} px`).toBeLessThanOrEqual(most);
  }
});

test("on a wide window the content of every page begins within a hundred pixels", async ({
  page,
  malamar,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const heads = ["page-header", "board-bar", "task-header", "tabs-list", "chat-header"];
  const head = page.locator(heads.map((slot) => `main [data-slot=${slot}]`).join(", "));
  const everything = Object.entries(await everyPage(malamar));
  // What opens beside a page has a header of its own, below the page's.
  const pages = everything.filter(
    ([name, { open }]) => !open && rounds(["board", "task", "chat"].includes(name), true),
  );
  for (const [name, known] of pages) {
    await goTo(page, name, known);
    const boxes = await Promise.all((await head.all()).map((each) => each.boundingBox()));
    const ends = boxes.map((box) => (box === null ? 0 : box.y + box.height));
    expect.soft(Math.max(0, ...ends), name).toBeLessThanOrEqual(100);
  }
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a bar at the bottom leads everywhere, covers nothing, and makes room for the keyboard", async ({
    page,
  }) => {
    const { id } = await createWorkspace(page.request, "Website");
    await page.goto(`/workspaces/${id}/settings`);
    const bar = main(page);
    for (const name of ["Needs you", "Workspaces", "Search", "More"]) {
      const target = bar
        .getByText(name)
        .locator("xpath=ancestor-or-self::*[self::a or self::button]");
      const { width, height } = (await target.boundingBox())!;
      expect(Math.min(width, height), name).toBeGreaterThanOrEqual(44);
    }
    // The end of a long page scrolls clear of the bar.
    const last = page.getByRole("button", { name: /Delete workspace/ });
    await last.scrollIntoViewIfNeeded();
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const end = (await last.boundingBox())!;
    const top = (await bar.boundingBox())!.y;
    expect(end.y + end.height).toBeLessThanOrEqual(top);

    await page.getByLabel("Title").tap();
    await expect(bar).toBeHidden();
    await page.getByLabel("Title").blur();
    await expect(bar).toBeVisible();

    await bar.getByRole("button", { name: "More" }).tap();
    await page.getByRole("menuitem", { name: "Pause all work" }).tap();
    await expect(page.getByText("All work is paused.")).toBeVisible();
    await bar.getByRole("link", { name: "Workspaces" }).tap();
    await expect(page.getByRole("main").getByRole("link", { name: /Website/ })).toBeVisible();
  });
});
