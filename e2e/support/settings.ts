import type { Page } from "@playwright/test";

export async function savedSettings(page: Page): Promise<Record<string, unknown>> {
  return (await (await page.request.get("/api/settings")).json()) as Record<string, unknown>;
}

/** Everything the page holds: what it shows, its fields, and its storage. */
export async function everythingIn(page: Page): Promise<string> {
  const parts = await page.evaluate(() => {
    const typed = [...document.querySelectorAll("input")].map((input) => input.value);
    const kept = Object.entries(localStorage).map(String);
    return [document.documentElement.outerHTML, ...typed, ...kept];
  });
  return parts.join("\n");
}
