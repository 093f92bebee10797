import type { Locator, Page } from "@playwright/test";
import { changeList } from "../support/changes.ts";
import { createShop, type Shop } from "./shop.ts";
import { expect, later, SIZES, test as base } from "./studio.ts";

const test = base.extend<object, { shop: Shop }>({
  shop: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it that nothing is needed
    async ({}, use) => {
      await using shop = await createShop();
      await use(shop);
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

/** Opens a page and answers with what the picture shows. */
const SCENES: Readonly<Record<string, (page: Page, shop: Shop) => Promise<Locator>>> = {
  "task-changes-many": async (page, shop) => {
    await page.goto(shop.changes);
    return changeList(page).locator("code .hljs-keyword").first();
  },

  "workspace-worktrees": async (page, shop) => {
    await page.goto(shop.settings);
    const heading = page.getByRole("heading", { name: "Worktrees" });
    await expect(page.getByRole("list", { name: "Kept work" })).toBeAttached();
    await heading.evaluate((element) => element.scrollIntoView());
    return heading;
  },
};

for (const [size, device] of Object.entries(SIZES)) {
  test.describe(size, () => {
    test.use(device);
    for (const [name, open] of Object.entries(SCENES)) {
      test(name, async ({ page, shop, picture }) => {
        await later(page, 4);
        await picture(`pages/${name}-${size}`, await open(page, shop));
      });
    }
  });
}
