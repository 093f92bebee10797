import { rounds } from "@malamar/server/testing/rounds.ts";
import axe from "axe-core";
import type { Locator, Page } from "@playwright/test";
import { everyPage, fitting, goTo, PAGE_SETS } from "../support/every-page.ts";
import { expect, test } from "../support/fixtures.ts";

// Every page, by keyboard alone: what a mouse can press is reached, seen, named, and works.

/** What opens something, besides all menus: a dialog, the palette, a field in its place. */
const OPENS: Record<string, readonly string[]> = {
  home: ["Search or run a command Ctrl K", "Create workspace", "Send back: Fix the login"],
  board: ["New task"],
  task: ["Fix the login (edit)", "Add a description", "Add labels"],
  chat: ["About the login (rename)"],
  agents: ["Create agent", "Edit Planner"],
  "workspace settings": ["Delete workspace…"],
  "a task beside the board": ["New task", "Fix the login (edit)"],
  "empty board": ["New task"],
  demo: ["New task"],
};

/** More than any page has. */
const MOST_STOPS = 80;

for (const [which, pagesOf] of Object.entries(PAGE_SETS)) {
  test(`${which} is worked with the keyboard alone`, async ({ page, malamar }) => {
    test.slow(rounds(false, true), "it opens all of them");
    const everything = fitting(await pagesOf(malamar), page.viewportSize()!.width);
    const pages = everything.filter(([name]) => rounds(["board", "task"].includes(name), true));
    // A ring that fades in is there at once.
    await page.emulateMedia({ reducedMotion: "reduce" });
    for (const [name, known] of pages) {
      await goTo(page, name, known);
      await page.evaluate(recordTheWalk);
      // The rail and its menu are the same on each.
      const place = page.locator(name === "home" ? "body" : "main");
      await walkWithArrows(page);
      await walkCards(page);
      await walkTrees(page);
      await pressEverything(page, place);
      await page.evaluate(axe.source);
      expect.soft(await place.evaluate(failings), name).toEqual([]);
      await page.evaluate(() => (globalThis as unknown as { walk: Walk }).walk.end());
      await openEverything(place, OPENS[name] ?? []);
    }
  });
}

interface Walk {
  /** Stops of the Tab key and of arrows, each with a ring or not. */
  stops: Map<Element, boolean>;
  /** What a key has pressed. */
  pressed: Set<Element>;
  /** From now on keys do what they do. */
  end: () => void;
}

/** In the page: where the focus goes, and what keys press. Until the walk ends nothing comes of a press. */
function recordTheWalk() {
  const stops = new Map<Element, boolean>();
  const pressed = new Set<Element>();
  const over = new AbortController();
  const { signal } = over;
  Object.assign(globalThis, { walk: { stops, pressed, end: () => over.abort() } satisfies Walk });
  let hasBegun = false;
  const hasRing = (style: CSSStyleDeclaration) =>
    style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) >= 2;
  const isRinged = (element: Element) =>
    hasRing(getComputedStyle(element)) ||
    hasRing(getComputedStyle(element, "::after")) ||
    // The ring of a small control may be around what it is in.
    (element.parentElement !== null && hasRing(getComputedStyle(element.parentElement)));
  document.addEventListener("keydown", () => (hasBegun = true), { capture: true, signal });
  document.addEventListener(
    "focusin",
    ({ target }) => {
      // A group may hand the focus on to one of its own at once.
      if (!hasBegun || !(target instanceof Element) || document.activeElement !== target) return;
      stops.set(target, isRinged(target));
    },
    { signal },
  );
  window.addEventListener(
    "click",
    (event) => {
      if (event.target instanceof Element) pressed.add(event.target);
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true, signal },
  );
}

/** Of tabs and radio buttons Tab stops at one; arrows lead to the others, and around. */
async function walkWithArrows(page: Page): Promise<void> {
  const size = (one: Element) =>
    one.closest("[role=tablist], fieldset, section")!.querySelectorAll("[role=tab], [type=radio]")
      .length;
  const chosen = page.locator(
    "[role=tab][aria-selected=true]:visible, :checked[type=radio]:visible",
  );
  for (const one of await chosen.all()) {
    await one.focus();
    for (let left = await one.evaluate(size); left > 0; left--) {
      const step = String(left);
      await page.evaluate((at) => document.activeElement?.setAttribute("data-step", at), step);
      await page.keyboard.press("ArrowRight");
      // The focus follows a moment after the key, and the panel after the focus.
      const next = page.locator(":focus:is([aria-selected=true], [type=radio])");
      await expect(next).not.toHaveAttribute("data-step", step);
    }
  }
}

/** Of cards Tab stops at one; arrows lead to the others, up and down and from column to column. */
async function walkCards(page: Page): Promise<void> {
  const count = await page.locator("a[data-task-id]").count();
  if (count === 0) return;
  await page.locator('a[data-task-id][tabindex="0"]').focus();
  const inColumn = ["ArrowUp", "ArrowDown"].flatMap((key) => Array<string>(count).fill(key));
  const inAll = COLUMNS.flatMap(() => [...inColumn, "ArrowRight"]);
  for (const key of [...COLUMNS.map(() => "ArrowLeft"), ...inAll]) {
    await page.keyboard.press(key);
    await page.keyboard.press("Enter");
  }
}

const COLUMNS = ["todo", "in_progress", "in_review", "done"] as const;

/** In a tree arrows lead from item to item, and its keys act on the one with the focus. */
async function walkTrees(page: Page): Promise<void> {
  for (const tree of await page.getByRole("tree").all()) {
    await tree.locator("[tabindex='0']").focus();
    await page.keyboard.press("Home");
    for (const item of await tree.getByRole("treeitem").all()) {
      await expect(item).toBeFocused();
      await page.keyboard.press("ArrowDown");
    }
  }
}

/** From stop to stop, until the place ends or begins again; each is pressed as people press it. */
async function pressEverything(page: Page, place: Locator): Promise<void> {
  await place.evaluate((element) => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    element.focus();
  });
  for (let at = 0; at < MOST_STOPS; at++) {
    await page.keyboard.press("Tab");
    const keys = await place.evaluate((element) => {
      const stop = document.activeElement;
      if (stop === null || !element.contains(stop) || stop.hasAttribute("data-walked")) return null;
      stop.setAttribute("data-walked", "");
      if (stop.matches("[type=checkbox], [type=radio]")) return ["Space"];
      // Lifted, and put down where it was.
      if (stop.matches("[aria-roledescription=sortable]")) return ["Enter", "Escape"];
      // Menus open as the key goes down; they are opened later.
      const isPressed = stop.matches("a[href], button, summary, [role=button]");
      return isPressed && !stop.matches("[aria-haspopup=menu]") ? ["Enter"] : [];
    });
    if (keys === null) return;
    for (const key of keys) await page.keyboard.press(key);
    // What is put down gets the focus back a moment later.
    if (keys.includes("Escape")) await expect(page.locator(":focus")).toHaveCount(1);
  }
}

/** In the page: what a mouse can press and a key cannot, what shows no ring, and what has no name. */
function failings(place: Element): string[] {
  const { stops: all, pressed } = (globalThis as unknown as { walk: Walk }).walk;
  const stops = new Map([...all].filter(([stop]) => stop !== place && place.contains(stop)));
  // What axe calls by this is what it judges names by, too.
  const { commons, setup, teardown } = (globalThis as unknown as { axe: AxeInside }).axe;
  setup();
  const nameOf = (element: Element) => commons.text.accessibleText(element).trim();
  const called = (element: Element) => `${element.tagName} “${nameOf(element)}”`;
  const CONTROLS =
    "a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=link], [role=switch], [role=treeitem], [contenteditable=true]";
  // Beside the numbers of lines, keys mark a line and comment on it (changes.spec.ts).
  const HAS_KEYS = "[data-line][tabindex='-1']";
  const shown = [...place.querySelectorAll<HTMLElement>("*")].filter((element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
  );
  const controls = shown.filter(
    (element) => element.matches(CONTROLS) && !element.matches(`:disabled, ${HAS_KEYS}`),
  );
  const found = [
    ...controls.filter((each) => !stops.has(each)).map((each) => `not reached: ${called(each)}`),
    ...shown
      .filter((each) => getComputedStyle(each).cursor === "pointer")
      .filter((each) => each.closest(`${CONTROLS}, label`) === null)
      .map((each) => `for mice alone: ${called(each)}`),
    ...[...stops].filter(([, ring]) => !ring).map(([each]) => `no ring: ${called(each)}`),
    ...[...stops.keys()]
      .filter((each) => nameOf(each) === "")
      .map((each) => `no name: ${each.outerHTML}`),
    ...controls
      .filter((each) => each.matches("a, button, summary, [type=checkbox]") && stops.has(each))
      .filter((each) => !each.matches("[aria-haspopup=menu], [role=tab], [aria-roledescription]"))
      .filter((each) => !pressed.has(each))
      .map((each) => `not pressed: ${called(each)}`),
  ];
  teardown();
  return found;
}

interface AxeInside {
  setup: () => void;
  teardown: () => void;
  commons: { text: { accessibleText: (element: Element) => string } };
}

/** What a key opens Escape closes, and the focus is back where it was. */
async function openEverything(place: Locator, others: readonly string[]) {
  const page = place.page();
  // A card has its buttons only while the focus is near: they come last, and the card before them.
  const ofCard = "[data-slot=card-actions] [aria-haspopup=menu]";
  const menus = place.locator(`[aria-haspopup=menu]:not([aria-disabled=true], ${ofCard})`);
  // Behind a dialog everything else is hidden from screen readers.
  const named = (name: string) =>
    place.getByRole("button", { name, exact: true, includeHidden: true }).first();
  const openers = [...(await menus.all()), ...others.map(named)];
  for (const opener of openers) await opensAndCloses(opener);
  const card = place.locator("a[data-task-id]");
  if ((await card.count()) === 0) return;
  await card.first().focus();
  await opensAndCloses(place.locator(ofCard));

  async function opensAndCloses(opener: Locator) {
    await opener.focus();
    await opener.evaluate((element) => element.setAttribute("data-opens", ""));
    await page.keyboard.press("Enter");
    // What is edited in its place is gone meanwhile.
    await expect(page.locator(":focus")).not.toHaveAttribute("data-opens", "");
    await page.keyboard.press("Escape");
    await expect(page.locator("[role=dialog], [role=alertdialog], [role=menu]")).toHaveCount(0);
    await expect(opener).toBeFocused();
  }
}

test("the team and its passes are read out in words", async ({ page, malamar }) => {
  const { board, task } = await everyPage(malamar);
  const team = "Planner: done, Reviewer: not yet";
  await page.goto(board!.path);
  await expect(board!.shows(page)).toHaveAccessibleName(new RegExp(team));
  await page.goto(task!.path);
  await expect(page.getByRole("img", { name: team })).toBeVisible();
  const rail = page.getByRole("region", { name: "Pass 1 of 15" });
  await expect(rail.getByRole("columnheader")).toHaveText(["Pass", /Planner/, /Reviewer/]);
  await expect(rail.getByRole("rowheader")).toHaveText(["Pass 1"]);
  await expect(rail.getByRole("cell").first().getByRole("link")).toHaveAccessibleName(
    /^Planner, pass 1: asked for review, \d+ s$/,
  );
  await expect(rail.getByRole("cell").last()).toHaveText(/Did not run/);
});
