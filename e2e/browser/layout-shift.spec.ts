import type { Page } from "@playwright/test";
import { everyPage } from "../support/every-page.ts";
import { expect, test } from "../support/fixtures.ts";

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

for (const { device, viewport } of [
  { device: "a wide screen", viewport: { width: 1440, height: 900 } },
  { device: "a phone", viewport: { width: 390, height: 844 } },
]) {
  test(`nothing moves on ${device} when answers come late, one after the other`, async ({
    page,
    malamar,
  }) => {
    const pages = await everyPage(malamar);
    await page.setViewportSize(viewport);
    await page.addInitScript(() => {
      const shifts: PerformanceEntry[] = [];
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({
        type: "layout-shift",
        buffered: true,
      });
    });
    let asked = 0;
    // Longer than the delay before a skeleton, and each answer in its own frame.
    await page.route(
      (url) => url.pathname.startsWith("/api/") && !url.pathname.startsWith("/api/events"),
      async (route) => {
        const wait = 250 + 60 * asked++;
        await new Promise((resolve) => setTimeout(resolve, wait));
        await route.continue().catch(() => {});
      },
    );
    for (const [name, { path, shows }] of Object.entries(pages)) {
      asked = 0;
      await page.goto(path);
      await expect(shows(page).first(), name).toBeVisible();
      await page.waitForLoadState("networkidle");
      const { sum, moved } = await shiftOf(page);
      expect.soft(sum, `${name}: ${moved.join(", ")}`).toBeLessThanOrEqual(0.02);
    }
  });
}
