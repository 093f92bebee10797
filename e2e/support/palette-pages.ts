import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

export const palette = (page: Page) => page.getByRole("dialog", { name: "Search and commands" });
export const paletteField = (page: Page) => palette(page).getByRole("combobox");

export async function openPalette(page: Page, key = "ControlOrMeta+k"): Promise<void> {
  await page.keyboard.press(key);
  await expect(paletteField(page)).toBeFocused();
}

/**
 * The buttons of the topmost layer, page or dialog, that are missing in the palette. Excludes
 * buttons that only unfold, things that are only dragged, and rows of which there may be hundreds.
 */
export async function buttonsNotInPalette(page: Page): Promise<string[]> {
  const names = await page.evaluate(() => {
    const dialogs = document.querySelectorAll("[role=dialog], [role=alertdialog]");
    const place = [...dialogs].at(-1) ?? document.querySelector("main")!;
    return [...place.querySelectorAll<HTMLElement>("button, summary, [role=button]")]
      .filter((button) => button.checkVisibility() && button.ariaDisabled !== "true")
      .filter((button) => !button.hasAttribute("aria-expanded") || button.ariaHasPopup !== null)
      .filter((button) => button.closest('[data-commands=""]') === null)
      .filter(
        (button) => !button.matches("[aria-label^=Drag], [aria-label=Workspaces] *, figure *"),
      )
      .map((button) => button.dataset["command"] ?? button.ariaLabel ?? button.innerText);
  });
  await openPalette(page);
  const labels = await palette(page)
    .getByRole("option")
    .evaluateAll((options) => options.map((option) => option.querySelector("span")!.textContent));
  const known = new Set(labels.map((label) => label.toLowerCase()));
  return names
    .map((name) => name.replaceAll(/\s+/g, " ").trim())
    .filter((name) => !known.has(name.toLowerCase()));
}
