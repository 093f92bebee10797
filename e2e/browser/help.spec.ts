import type { Page } from "@playwright/test";
import type { HelpArticle, HelpSummary } from "@malamar/contract/help.ts";
import { chooseInMenu, expect, test } from "../support/fixtures.ts";

async function articlesOf(page: Page): Promise<HelpSummary[]> {
  return (await (await page.request.get("/api/help")).json()) as HelpSummary[];
}

const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

test("the sidebar's menu and two keys lead to a list of all articles, and from there to each", async ({
  page,
}) => {
  await page.goto("/");
  await chooseInMenu(page, "Help");
  await expect(page).toHaveURL(/\/help$/);
  await expect(page).toHaveTitle("Help · Malamar");
  const articles = await articlesOf(page);
  expect(articles.length).toBeGreaterThan(8);
  for (const { title: name, summary } of articles) {
    await expect(page.getByRole("main").getByRole("link", { name }).first()).toContainText(summary);
  }
  await page.goto("/");
  await expect(page.getByRole("main").getByRole("link", { name: /Sample/ })).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("h");
  await expect(title(page, "Help")).toBeVisible();
});

test("every article opens, and all its chapters and links lead somewhere", async ({ page }) => {
  await page.goto("/help");
  const articles = await articlesOf(page);
  for (const { slug, title: name } of articles) {
    await page.goto(`/help/${slug}`);
    await expect(title(page, name)).toBeVisible();
    await expect(page).toHaveTitle(`${name} · Help · Malamar`);
    await expect(
      page.getByRole("article").getByRole("heading", { level: 2 }).first(),
    ).toBeVisible();
    const astray = await page.evaluate(
      (known) =>
        [...document.querySelectorAll<HTMLAnchorElement>("main nav a, article a")]
          .map((link) => link.getAttribute("href")!)
          .filter((to) =>
            to.startsWith("#")
              ? document.getElementById(to.slice(1)) === null
              : !known.includes(to),
          ),
      articles.map((article) => `/help/${article.slug}`),
    );
    expect(astray, slug).toEqual([]);
  }
});

test("links between articles, previous and next stay in the page and start at the top", async ({
  page,
}) => {
  await page.goto("/help/concepts");
  const link = page.getByRole("article").getByRole("link", { name: "Troubleshooting" });
  await expect(link).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isTheSamePage: true }));
  await link.click();
  await expect(title(page, "Troubleshooting")).toBeInViewport();
  // Screen reader and keyboard continue at the new text.
  await expect(page.getByRole("main")).toBeFocused();
  await page.getByRole("link", { name: "Next: Safety" }).click();
  await expect(title(page, "Safety")).toBeInViewport();
  await page.getByRole("link", { name: "Previous: Troubleshooting" }).click();
  await expect(title(page, "Troubleshooting")).toBeInViewport();
  await page.goBack();
  await expect(title(page, "Safety")).toBeVisible();
  expect(await page.evaluate(() => "isTheSamePage" in window)).toBe(true);
});

test("an address can name a chapter, and the list of articles marks the open one", async ({
  page,
}) => {
  await page.goto("/help/troubleshooting#it-never-stops");
  const chapter = page.getByRole("heading", { name: "It never stops" });
  await expect(chapter).toBeInViewport();
  await expect(title(page, "Troubleshooting")).not.toBeInViewport();
  const contents = page.getByRole("navigation", { name: "Help" });
  await expect(contents.getByRole("link", { name: "Troubleshooting" })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await contents.getByRole("link", { name: "Where things are" }).click();
  await expect(page).toHaveURL(/#where-things-are$/);
  await expect(page.getByRole("heading", { name: "Where things are" })).toBeInViewport();
});

test("an instruction is copied verbatim", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/help/team-software");
  const example = page.getByRole("figure").filter({ hasText: "You are the Planner." });
  await example.getByRole("button", { name: "Copy" }).click();
  await expect(example.getByRole("button", { name: "Copied" })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const { content } = (await (
    await page.request.get("/api/help/team-software")
  ).json()) as HelpArticle;
  expect(copied).toMatch(/^You are the Planner\. .*# Comment format\n\n.+$/s);
  expect(content).toContain(`\`\`\`markdown\n${copied}\n\`\`\``);
});

test("an article that does not exist is not requested", async ({ page }) => {
  await page.goto("/help/nothing");
  await expect(page.getByText("This article does not exist")).toBeVisible();
});

test("the first page fetches nothing of the help", async ({ page }) => {
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
  await page.goto("/");
  await expect(page.getByRole("main").getByRole("link", { name: /Sample/ })).toBeVisible();
  expect(fetched.filter((path) => /help/.test(path))).toEqual([]);
});

test("on a phone the articles are folded above the text, and nothing is wider than the screen", async ({
  browser,
  malamar,
}) => {
  const context = await browser.newContext({
    baseURL: malamar.url,
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await page.goto("/help/concepts");
  await expect(title(page, "Concepts")).toBeInViewport();
  const contents = page.getByRole("navigation", { name: "Help" });
  await expect(contents).toBeHidden();
  await page.getByText("All articles").tap();
  await contents.getByRole("link", { name: "Teams for writing" }).tap();
  await expect(title(page, "Teams for writing")).toBeInViewport();
  await expect(contents).toBeHidden();
  for (const { slug, title: name } of await articlesOf(page)) {
    await page.goto(`/help/${slug}`);
    await expect(title(page, name)).toBeVisible();
    await expect(
      page.getByRole("article").getByRole("heading", { level: 2 }).first(),
    ).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), slug).toBe(360);
  }
  await context.close();
});

test.describe("without Malamar", () => {
  test.use({ allowedNoise: /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|net::ERR/ });

  test("the open article stays readable, and one that cannot be loaded says so", async ({
    page,
    malamar,
  }) => {
    await page.goto("/help/concepts");
    await expect(page.getByRole("heading", { name: "How a loop ends" })).toBeVisible();
    await malamar.stop();
    await expect(page.getByText("Reconnecting…")).toBeVisible();
    await expect(page.getByRole("heading", { name: "How a loop ends" })).toBeVisible();
    await page.getByRole("link", { name: "Next: Writing instructions" }).click();
    await expect(page.getByText("The article could not be loaded")).toBeVisible();
    await expect(page.getByRole("button", { name: "Retry" })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("heading", { name: "How a loop ends" })).toBeVisible();
  });
});
