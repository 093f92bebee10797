import { rounds } from "@malamar/server/testing/rounds.ts";
import type { Page } from "@playwright/test";
import { createBoard, demoAgent } from "../support/board.ts";
import { everyPage, fitting, goTo, type KnownPage } from "../support/every-page.ts";
import { expect, test } from "../support/fixtures.ts";
import type { Malamar } from "../support/malamar.ts";

/** How far visible content has moved since the page began, and which content. */
function shiftOf(page: Page) {
  return page.evaluate(() => {
    // Missing from TypeScript's types of what can be observed.
    type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] };
    const shifts = (globalThis as unknown as { shifts: Shift[] }).shifts;
    return {
      sum: shifts.reduce((sum, { value }) => sum + value, 0),
      moved: shifts.flatMap(({ value, sources }) =>
        sources.map(({ node }) => {
          const element = node instanceof Element ? node : node?.parentElement;
          return `${value.toFixed(3)} ${element?.tagName} ${element?.className}`;
        }),
      ),
    };
  });
}

/** Every answer comes late and in a frame of its own, and what moves then is recorded. */
async function holdBackAnswers(page: Page) {
  await page.addInitScript(() => {
    const shifts: PerformanceEntry[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({
      type: "layout-shift",
      buffered: true,
    });
  });
  let asked = 0;
  // Longer than a skeleton waits to be shown, and not longer than a page waits for what comes on top of it.
  await page.route(
    (url) => url.pathname.startsWith("/api/") && !url.pathname.startsWith("/api/events"),
    async (route) => {
      const wait = 200 + 40 * asked++;
      await new Promise((resolve) => setTimeout(resolve, wait));
      await route.fallback().catch(() => {});
    },
  );
  return async (name: string, known: KnownPage) => {
    asked = 0;
    await goTo(page, name, known);
    await page.waitForLoadState("networkidle");
    const { sum, moved } = await shiftOf(page);
    expect.soft(sum, `${name}: ${moved.join(", ")}`).toBeLessThanOrEqual(0.02);
  };
}

const banner = (text: string) => (page: Page) =>
  page.locator("[data-slot=banner-strip]", { hasText: text });

/** Pages below a banner, or two where they meet. */
async function pagesWithBanners({ url }: Malamar): Promise<Record<string, KnownPage>> {
  const board = createBoard(url);
  const call = async (method: string, path: string, body: object = {}) => {
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
    expect(answer.ok).toBe(true);
    return (await answer.json()) as { workspace_id: string };
  };
  // A run that does not end meanwhile, and can be stopped from the banner.
  const busy = await board.createTeam([demoAgent("Planner", "say At work.", "gate go-on")]);
  await board.runThatSays((await board.createTask(busy, "Takes long")).id, "At work.");
  await call("PUT", "/api/settings", { is_paused: true });
  const demo = await call("POST", "/api/demo");
  const empty = await board.createTeam([], { is_paused: true });
  const missing = { ...demoAgent("Planner"), cli_type: "claude" };
  const lacking = await board.createTeam([missing, demoAgent("Reviewer", "skip")]);
  const task = await board.createTask(lacking, "Fix the login");
  return {
    "home without a CLI, all paused": { path: "/", shows: banner("All work is paused") },
    "a paused workspace without agents": {
      path: `/workspaces/${empty}/tasks`,
      shows: banner("This workspace has no agents"),
    },
    "the demo": { path: `/workspaces/${demo.workspace_id}/tasks`, shows: banner("This is a demo") },
    "the task of an agent without its CLI": {
      path: `/workspaces/${lacking}/tasks/${task.id}`,
      shows: banner("Claude Code is not available"),
    },
  };
}

const PHONE = { device: "a phone", viewport: { width: 390, height: 844 } };
const WIDE = { device: "a wide screen", viewport: { width: 1440, height: 900 } };

for (const { device, viewport } of rounds([PHONE], [PHONE, WIDE])) {
  test(`nothing moves on ${device} when answers come late, one after the other`, async ({
    page,
    malamar,
  }) => {
    test.slow(rounds(false, true), "it opens all of them");
    const pages = await everyPage(malamar);
    await page.setViewportSize(viewport);
    const look = await holdBackAnswers(page);
    for (const [name, known] of fitting(pages, viewport.width)) await look(name, known);
  });

  test(`no banner moves a page on ${device} when it is known late`, async ({ page, malamar }) => {
    const pages = await pagesWithBanners(malamar);
    await page.setViewportSize(viewport);
    await page.route("**/api/restored", (route) => {
      const isAsked = page.url().endsWith("#restored");
      return isAsked ? route.fulfill({ json: RESTORED }) : route.fallback();
    });
    const look = await holdBackAnswers(page);
    for (const [name, known] of Object.entries(pages)) await look(name, known);
    await look("restored from elsewhere", {
      path: "/settings#restored",
      shows: banner("It was restored from another installation"),
    });
  });
}

const RESTORED = {
  is_waiting: true,
  restored_at: "2026-01-01T10:00:00.000Z",
  programs: [],
  variables: [],
  channels: [],
};
