import type { Locator, Page } from "@playwright/test";
import { NEWSLETTER, PARTY, type HeldDemos } from "./held-demos.ts";
import { changeList, comment, fileIn } from "../support/changes.ts";
import { cardOf, expect, later, SCENE_MS, SIZES, test } from "./studio.ts";

interface Stage {
  page: Page;
  demos: HeldDemos;
  isPhone: boolean;
}

/** Opens a page and returns what the picture shows. */
type Scene = (stage: Stage) => Promise<Locator>;

const SCENES: Readonly<Record<string, Scene>> = {
  home: async ({ page, demos }) => {
    await page.goto(demos.inReview.url);
    return page.getByRole("main").getByText("1 in progress");
  },

  "needs-you": async ({ page, demos }) => {
    await page.goto(`${demos.inReview.url}/#needs-you`);
    await page
      .getByRole("button", { name: /Send back/ })
      .first()
      .click();
    return page.getByRole("dialog");
  },

  board: async ({ page, demos, isPhone }) => {
    await page.goto(demos.atWork.inWorkspace(PARTY, "tasks"));
    if (isPhone) await page.getByText("In Progress", { exact: true }).first().tap();
    return cardOf(page, "countdown").getByText("Implementer");
  },

  "board-with-task": async ({ page, demos, isPhone }) => {
    await page.goto(demos.inReview.inWorkspace(PARTY, "tasks"));
    if (isPhone) await page.getByText("In Review", { exact: true }).first().tap();
    await cardOf(page, "three places").click();
    return page.getByRole("region", { name: /review$/ });
  },

  "board-filter": async ({ page, demos, isPhone }) => {
    await page.goto(demos.inReview.inWorkspace(PARTY, "tasks?label=place"));
    if (isPhone) await page.getByText("In Review", { exact: true }).first().tap();
    for (const words of ["three places", "the budget"]) {
      await cardOf(page, words).focus();
      await page.keyboard.press("x");
    }
    return page.getByText("2 selected");
  },

  "task-in-review": async ({ page, demos: { inReview } }) => {
    await page.goto(inReview.inWorkspace(PARTY, `tasks/${inReview.taskOf("countdown")}`));
    return page.getByRole("region", { name: /asked for your review/ });
  },

  "task-transcript": async ({ page, demos: { atWork }, isPhone }) => {
    const task = atWork.taskOf("countdown");
    await page.goto(atWork.inWorkspace(PARTY, `tasks/${task}?tab=transcript`));
    const transcript = page.getByRole("log", { name: "Transcript of Implementer" });
    const end = transcript.getByText("All three days read right");
    if (isPhone) return end;
    await expect(end).toBeVisible({ timeout: SCENE_MS });
    await transcript.getByRole("button", { name: "Edit countdown.js" }).click();
    const colours = transcript.locator("code .hljs-keyword").first();
    await expect(colours).toBeVisible();
    await transcript.press("End");
    await transcript.blur();
    await page.mouse.move(0, 0);
    return end;
  },

  "task-changes": async (stage) => {
    const list = await changesOf(stage);
    await comment(list, "countdown.js", 8, "Say how many hours are left on the last day, too?");
    await stage.page.mouse.move(0, 0);
    return list.getByRole("article", { name: /^Your comment/ });
  },

  "task-changes-split": async (stage) => {
    const list = await changesOf(stage);
    await stage.page.getByRole("button", { name: "Split" }).click();
    await stage.page.mouse.move(0, 0);
    return fileIn(list, "index.html");
  },

  "task-activity": async ({ page, demos: { inReview } }) => {
    const task = inReview.taskOf("countdown");
    await page.goto(inReview.inWorkspace(PARTY, `tasks/${task}?tab=activity`));
    return page.getByRole("tabpanel", { name: "Activity" }).getByRole("listitem").first();
  },

  chats: async ({ page, demos }) => {
    await page.goto(demos.inReview.inWorkspace(NEWSLETTER, "chats"));
    return page.getByRole("link", { name: /A team for the newsletter/ });
  },

  chat: async ({ page, demos }) => {
    await page.goto(demos.inReview.inWorkspace(NEWSLETTER, "chats"));
    await page.getByRole("link", { name: /A team for the newsletter/ }).click();
    await page.getByRole("textbox", { name: "Message" }).blur();
    await page.mouse.move(0, 0);
    return page.getByRole("link", { name: "Open the task" });
  },

  agents: async ({ page, demos }) => {
    await page.goto(demos.inReview.inWorkspace(PARTY, "agents"));
    return page.getByRole("heading", { name: "Approver" });
  },

  "workspace-settings": async ({ page, demos }) => {
    await page.goto(demos.inReview.inWorkspace(PARTY, "settings"));
    return page.getByLabel("Title");
  },

  settings: async ({ page, demos }) => {
    await page.goto(`${demos.inReview.url}/settings`);
    return page.getByRole("checkbox", { name: "Pause all work" });
  },

  help: async ({ page, demos }) => {
    await page.goto(`${demos.inReview.url}/help`);
    return page
      .getByRole("main")
      .getByRole("link", { name: /Concepts/ })
      .first();
  },

  "help-article": async ({ page, demos }) => {
    await page.goto(`${demos.inReview.url}/help/team-software`);
    return page.getByRole("heading", { name: "Bug hunt" });
  },
};

/** The changes that the team has made for the countdown, drawn in their colours. */
async function changesOf({ page, demos: { inReview } }: Stage): Promise<Locator> {
  const task = inReview.taskOf("countdown");
  await page.goto(inReview.inWorkspace(PARTY, `tasks/${task}?tab=changes`));
  const list = changeList(page);
  await expect(list.locator("code .hljs-keyword").first()).toBeVisible({ timeout: SCENE_MS });
  return list;
}

/** Two columns need more room than a phone has. */
const ONLY_WIDE: ReadonlySet<string> = new Set(["task-changes-split"]);

for (const [size, device] of Object.entries(SIZES)) {
  test.describe(size, () => {
    test.use(device);
    for (const [name, scene] of Object.entries(SCENES)) {
      if (size === "phone" && ONLY_WIDE.has(name)) continue;
      test(name, async ({ page, demos, picture }) => {
        await later(page, 4);
        await picture(
          `pages/${name}-${size}`,
          await scene({ page, demos, isPhone: size === "phone" }),
        );
      });
    }
  });
}
