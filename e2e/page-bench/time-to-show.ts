import type { Page } from "@playwright/test";

/** From the address to the first frame that shows such an element, in ms. */
export async function timeToShow(page: Page, url: string, selector: string): Promise<number> {
  await page.addInitScript((wanted) => {
    const look = () => {
      if (document.querySelector(wanted) === null) return requestAnimationFrame(look);
      // The frame after its insertion has shown it.
      return requestAnimationFrame(() => Object.assign(window, { shownAt: performance.now() }));
    };
    requestAnimationFrame(look);
  }, selector);
  await page.goto(url);
  const shown = await page.waitForFunction(() => Reflect.get(window, "shownAt") as number);
  return shown.jsonValue();
}

/** The paths of the page's requests before that moment. */
export function fetchedBefore(page: Page, ms: number): Promise<string[]> {
  return page.evaluate(
    (before) =>
      performance
        .getEntriesByType("resource")
        .filter(({ startTime }) => startTime < before)
        .map(({ name }) => new URL(name).pathname),
    ms,
  );
}
