import type { Locator, Page } from "@playwright/test";
import { expect } from "./fixtures.ts";
import type { ChangedTask } from "./changed-tasks.ts";
import { taskView } from "./task-pages.ts";

/** The list of changes, with its first lines. */
export async function openChanges(page: Page, { address }: ChangedTask): Promise<Locator> {
  await page.goto(address);
  const list = changeList(page);
  await expect(list.locator("section").first()).toBeVisible();
  return list;
}

export const changeList = (page: Page) =>
  taskView(page).getByRole("group", { name: "Changed lines" });

/** A file in the list. */
export const fileIn = (list: Locator, path: string) => list.getByRole("region", { name: path });

/** The text of each line that is drawn. */
export const linesIn = (part: Locator) => part.locator("[data-row] code");

/** Writes a comment on a new line, which is not sent yet. */
export async function comment(list: Locator, path: string, line: number, text: string) {
  const button = fileIn(list, path).getByRole("button", {
    name: `Comment on line ${line}`,
    exact: true,
  });
  await button.click();
  const box = list.getByRole("textbox", { name: `Comment on line ${line} of ${path}` });
  await box.fill(text);
  await list.getByRole("button", { name: "Add comment" }).click();
}
