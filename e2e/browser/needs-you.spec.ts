import type { Page } from "@playwright/test";
import { createBoard, demoAgent } from "../support/board.ts";
import { createWorkspace, expect, test } from "../support/fixtures.ts";
import { installCli } from "../support/every-page.ts";
import type { Malamar } from "../support/malamar.ts";
import { until } from "../support/until.ts";

const rows = (page: Page) => page.getByRole("list", { name: /^Needs you/ }).getByRole("listitem");

const favicon = (page: Page) => page.locator('link[rel="icon"]');

/** In a workspace without agents a task is In Review at once. */
async function reviewed(malamar: Malamar, workspaceId: string, summary: string) {
  const board = createBoard(malamar.url);
  const task = await board.createTask(workspaceId, summary);
  await board.reachesReview(task.id);
  return task;
}

test("when nothing needs you the page says so, and title and icon have no number", async ({
  page,
}) => {
  await page.goto("/");
  await expect(page.getByText("Nothing needs you")).toBeVisible();
  await expect(page).toHaveTitle("Home · Malamar");
  await expect(favicon(page)).toHaveAttribute("href", "/favicon.svg");
});

test("tasks of all workspaces that need you come first, the longest wait on top, with links", async ({
  page,
  malamar,
}) => {
  const board = createBoard(malamar.url);
  const failing = await board.createTeam([demoAgent("Planner", "exit 3")], {
    title: "Failing team",
  });
  const guarded = await board.createTeam([demoAgent("Planner", "comment Again.")], {
    title: "Guarded",
    max_passes: 1,
  });
  const quiet = await createWorkspace(page.request, "Quiet");
  const first = await reviewed(malamar, quiet.id, "Look at me");
  await board.createTask(failing, "Cannot work");
  await until(async () => (await attention(page)).length === 2, "the failing one waits");
  await board.createTask(guarded, "Goes round");
  await until(async () => (await attention(page)).length === 3, "the guarded one waits");

  await page.goto("/");
  await expect(rows(page)).toHaveText([
    /In Review.*Look at me.*Quiet/,
    /Failing.*Cannot work.*Failing team.*CLI exited with code 3/,
    /Limit reached.*Goes round.*Guarded.*pass/,
  ]);
  await expect(page).toHaveTitle("(3) Home · Malamar");
  await expect(favicon(page)).toHaveAttribute("href", /^data:image\/png;base64,.{500}/);
  const order = await page.getByRole("heading", { name: /Needs you|^Workspaces$/ }).allInnerTexts();
  expect(order[0]).toContain("Needs you");

  await rows(page).first().getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`/workspaces/${quiet.id}/tasks/${first.id}$`));
  await expect(page.getByRole("region", { name: "Look at me" })).toBeVisible();
  await expect(page).toHaveTitle("(3) Look at me · Quiet · Malamar");
});

test("a task is moved to Done or sent back without leaving the page", async ({ page, malamar }) => {
  const { id } = await createWorkspace(page.request, "Quiet");
  const good = await reviewed(malamar, id, "Good enough");
  const poor = await reviewed(malamar, id, "Not there yet");
  await page.goto("/");
  await page.getByRole("button", { name: "Move to Done: Good enough" }).focus();
  await page.keyboard.press("Enter");
  await expect(rows(page)).toHaveText([/Not there yet/]);
  await expect(rows(page).getByRole("link")).toBeFocused();
  const task = await page.request.get(`/api/tasks/${good.id}`);
  expect(await task.json()).toMatchObject({ status: "done" });

  await page.getByRole("button", { name: "Send back: Not there yet" }).click();
  await page.getByLabel("What should change").fill("Write the tests too.");
  await page.getByRole("dialog").getByRole("button", { name: "Send back" }).click();
  await expect(page.getByText("Sent back to the team")).toBeVisible();
  const comments = await page.request.get(`/api/tasks/${poor.id}/comments`);
  expect(await comments.json()).toContainEqual(
    expect.objectContaining({ content: "Write the tests too.", author_name: "User" }),
  );
});

test("a failing task is put on hold without leaving the page", async ({ page, malamar }) => {
  const board = createBoard(malamar.url);
  const failing = await board.createTeam([demoAgent("Planner", "exit 3")]);
  const task = await board.createTask(failing, "Cannot work");
  await page.goto("/");
  await expect(rows(page)).toHaveText([/Failing.*Cannot work/]);
  await page.getByRole("button", { name: "Hold: Cannot work" }).click();
  await expect(page.getByText("Put on hold")).toBeVisible();
  await expect(page.getByText("Nothing needs you")).toBeVisible();
  const held = await page.request.get(`/api/tasks/${task.id}`);
  expect(await held.json()).toMatchObject({ is_on_hold: true });
});

test("a phone shows what happened, the longest waits and what is running on one screen", async ({
  page,
  malamar,
}) => {
  const board = createBoard(malamar.url);
  const { id } = await createWorkspace(page.request, "Quiet");
  for (let n = 1; n <= 6; n++) await reviewed(malamar, id, `Look at ${n}`);
  const busy = await board.createTeam([demoAgent("Planner", "say At work.", "gate go-on")]);
  const running = await board.createTask(busy, "Takes long");
  await board.runThatSays(running.id, "At work.");
  await installCli(malamar);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  await expect(rows(page)).toHaveText([/Look at 1/, /Look at 2/, /Look at 3/]);
  await expect(page.getByRole("link", { name: "6 ready for you" })).toBeInViewport();
  const row = page.getByRole("list", { name: "Running now" }).getByRole("listitem");
  await expect(row).toBeInViewport({ ratio: 1 });
  const bar = page.getByRole("navigation", { name: "Main" });
  const [end, edge] = [await row.boundingBox(), await bar.boundingBox()];
  expect(end!.y + end!.height).toBeLessThanOrEqual(edge!.y);
  // Where the team is, in words too.
  const stepper = row.getByRole("img", { name: "Planner: running" });
  await expect(stepper).toBeVisible();
  await stepper.focus();
  await expect(page.getByRole("tooltip")).toHaveText("Planner: running");
});

test("events since the last visit are counted, and each figure leads to what it counts", async ({
  page,
  malamar,
}) => {
  const board = createBoard(malamar.url);
  const { id } = await createWorkspace(page.request, "Quiet");
  await reviewed(malamar, id, "Look at me");
  const busy = await board.createTeam([demoAgent("Planner", "wait 60s")], { title: "Busy" });
  const running = await board.createTask(busy, "Takes long");
  await page.addInitScript(() => {
    const seen_at = new Date(Date.now() - 2 * 3_600_000).toISOString();
    localStorage.setItem("malamar:home-visit", JSON.stringify({ since: null, seen_at }));
  });
  await page.goto("/");
  await expect(page.getByText("Since you were last here, 2 hours ago")).toBeVisible();
  const ready = page.getByRole("link", { name: "1 ready for you" });
  await expect(ready).toBeVisible();
  await expect(page.getByText("0 failed")).toBeAttached();
  await ready.click();
  await expect(page).toHaveURL(/\?needs=in_review#needs-you$/);

  const row = page.getByRole("list", { name: "Running now" }).getByRole("listitem");
  await expect(row).toContainText("Takes long");
  await expect(row).toContainText("Planner");
  await expect(row.getByRole("img", { name: /Planner/ })).toBeVisible();
  await row.getByRole("button", { name: "Stop: Takes long" }).click();
  await expect(row).toBeHidden();
  const stopped = await page.request.get(`/api/tasks/${running.id}`);
  expect(await stopped.json()).toMatchObject({ status: "todo", is_on_hold: true });
});

test("a task that waits for a quota says until when", async ({ page, malamar }) => {
  const board = createBoard(malamar.url);
  const limited = await board.createTeam([demoAgent("Planner", "quota 2h")], { title: "Limited" });
  await board.createTask(limited, "Has to wait");
  await page.goto("/");
  await expect(rows(page)).toHaveText([
    /Waiting for quota.*Has to wait.*Limited.*Demo CLI quota, resumes at .*\d\d:\d\d/,
  ]);
});

test("the page, its title and its icon follow what happens", async ({ page, malamar }) => {
  const { id } = await createWorkspace(page.request, "Quiet");
  await page.goto("/");
  await expect(page.getByText("Nothing needs you")).toBeVisible();
  const task = await reviewed(malamar, id, "Look at me");
  await expect(rows(page)).toHaveText([/Look at me/]);
  await expect(page).toHaveTitle(/^\(1\) /);
  await createBoard(malamar.url).changeTask(task.id, { summary: "Look at it" });
  await expect(rows(page)).toHaveText([/Look at it/]);
  await createBoard(malamar.url).moveToDone(task.id);
  await expect(page.getByText("Nothing needs you")).toBeVisible();
  await expect(page).toHaveTitle("Home · Malamar");
  await expect(favicon(page)).toHaveAttribute("href", "/favicon.svg");
});

test("hundreds are shown in steps and by their reason", async ({ page, malamar }) => {
  const board = createBoard(malamar.url);
  const { id } = await createWorkspace(page.request, "Crowd");
  for (let n = 0; n < 230; n++) await board.createTask(id, `Task ${n}`);
  const failing = await board.createTeam([demoAgent("Planner", "exit 3")]);
  await board.createTask(failing, "Cannot work");
  await until(async () => (await attention(page)).length === 231, "all of them wait", 60_000);
  await page.goto("/");
  await expect(page).toHaveTitle(/^\(231\) /);
  await expect(rows(page)).toHaveCount(6);
  await page.getByRole("button", { name: "Show 100 more" }).click();
  await expect(rows(page)).toHaveCount(106);
  await page.getByRole("button", { name: /^Failing/ }).click();
  await expect(rows(page)).toHaveText([/Cannot work/]);
  await page.getByRole("button", { name: /^Failing/ }).click();
  await expect(rows(page)).toHaveCount(106);
});

test("endless and hostile titles stay one line of text, on a phone too", async ({
  page,
  malamar,
}) => {
  const title = `<img src=x onerror="document.title='hacked'"> ${"x".repeat(20_000)}`;
  const { id } = await createWorkspace(page.request, title);
  await reviewed(malamar, id, title);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/");
  await expect(rows(page)).toContainText("<img src=x");
  const seen = await page.evaluate(() => ({
    images: document.querySelectorAll("main img").length,
    tooWide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    height: document.querySelector("[data-slot=needs-you] li")?.clientHeight,
  }));
  expect(seen).toMatchObject({ images: 0, tooWide: 0 });
  expect(seen.height).toBeLessThan(120);
  await expect(page).toHaveTitle("(1) Home · Malamar");
});

test("the keyboard alone leads to the task and back", async ({ page, malamar }) => {
  const { id } = await createWorkspace(page.request, "Quiet");
  await reviewed(malamar, id, "Look at me");
  // A headless browser denies notifications before anyone is asked.
  await page.addInitScript(() => {
    Object.defineProperty(Notification, "permission", { get: () => "default" });
  });
  await page.goto("/");
  const link = rows(page).getByRole("link");
  await expect(link).toBeVisible();
  await page.getByRole("main").focus();
  const notify = page.getByRole("button", { name: "Notify me in this browser" });
  for (let presses = 0; presses < 15; presses++) {
    if (await notify.evaluate((button) => button === document.activeElement)) break;
    await page.keyboard.press("Tab");
  }
  await expect(notify).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(link).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Look at me" })).toBeVisible();
});

test.describe("browser notifications", () => {
  /** Records what would be shown, and lets a test say whether a tab is visible. */
  async function stub(page: Page) {
    await page.addInitScript(() => {
      class Recorded extends EventTarget {
        static permission = "default";
        static shown: Recorded[] = [];
        static requestPermission() {
          Recorded.permission = "granted";
          return Promise.resolve("granted");
        }
        title: string;
        options: { body: string };
        constructor(title: string, options: { body: string }) {
          super();
          this.title = title;
          this.options = options;
          Recorded.shown.push(this);
        }
        close() {}
      }
      if (localStorage.getItem("notices") === "on") Recorded.permission = "granted";
      Object.assign(window, { Notification: Recorded });
      let isHidden = false;
      Object.defineProperty(document, "hidden", { get: () => isHidden });
      Object.assign(window, {
        look: (isLooking: boolean) => {
          isHidden = !isLooking;
          document.dispatchEvent(new Event("visibilitychange"));
        },
      });
    });
  }

  const look = (page: Page, isLooking: boolean) =>
    page.evaluate(
      (value) => (Reflect.get(window, "look") as (v: boolean) => void)(value),
      isLooking,
    );

  const shown = (page: Page) =>
    page.evaluate(() =>
      (
        Reflect.get(window, "Notification") as unknown as {
          shown: { title: string; options: { body: string } }[];
        }
      ).shown.map(({ title, options }) => `${title} | ${options.body}`),
    );

  /** Only known once the locks are taken. */
  const lockedBy = (page: Page, name: string) =>
    page.evaluate(
      async (lock) => (await navigator.locks.query()).held?.filter((l) => l.name === lock).length,
      name,
    );

  test("are enabled by a click, shown by one of two tabs, only while nobody looks, and lead to the task", async ({
    newTab,
    malamar,
    request,
  }) => {
    const { id } = await createWorkspace(request, "Quiet");
    const [one, two] = [await newTab(), await newTab()];
    for (const tab of [one, two]) {
      await stub(tab);
      await tab.goto("/");
      await expect(tab.getByText("Nothing needs you")).toBeVisible();
    }
    expect(await one.evaluate(() => Notification.permission)).toBe("default");
    await one.getByRole("button", { name: "Notify me in this browser" }).click();
    await expect(one.getByRole("button", { name: "Stop notifying me" })).toBeVisible();
    await two.reload();
    await expect(two.getByRole("button", { name: "Stop notifying me" })).toBeVisible();
    await expect.poll(() => lockedBy(one, "malamar-notices")).toBe(1);
    await expect.poll(() => lockedBy(one, "malamar-looked-at")).toBe(2);

    await look(one, false);
    await expect.poll(() => lockedBy(one, "malamar-looked-at")).toBe(1);
    await reviewed(malamar, id, "Seen in the other tab");
    for (const tab of [one, two]) await expect(tab).toHaveTitle(/^\(1\) /);

    await look(two, false);
    await expect.poll(() => lockedBy(one, "malamar-looked-at")).toBe(0);
    const task = await reviewed(malamar, id, "Look at me");
    for (const tab of [one, two]) await expect(tab).toHaveTitle(/^\(2\) /);
    const told = async () => [...(await shown(one)), ...(await shown(two))];
    await expect.poll(told).toEqual(["In Review: Look at me | Quiet"]);

    const teller = (await shown(one)).length === 1 ? one : two;
    await teller.evaluate(() => {
      const { shown: all } = Reflect.get(window, "Notification") as unknown as {
        shown: EventTarget[];
      };
      all[0]!.dispatchEvent(new Event("click"));
    });
    await expect(teller).toHaveURL(new RegExp(`/tasks/${task.id}$`));
  });

  test("can be switched off again", async ({ page, malamar }) => {
    const { id } = await createWorkspace(page.request, "Quiet");
    await stub(page);
    await page.goto("/");
    await page.getByRole("button", { name: "Notify me in this browser" }).click();
    await page.getByRole("button", { name: "Stop notifying me" }).click();
    await expect(page.getByRole("button", { name: "Notify me in this browser" })).toBeVisible();
    await expect.poll(() => lockedBy(page, "malamar-looked-at")).toBe(0);
    await look(page, false);
    await reviewed(malamar, id, "Look at me");
    await expect(page).toHaveTitle(/^\(1\) /);
    expect(await shown(page)).toEqual([]);
  });
});

async function attention(page: Page): Promise<unknown[]> {
  return (await (await page.request.get("/api/attention")).json()) as unknown[];
}
