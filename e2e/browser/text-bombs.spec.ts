import { rounds } from "@malamar/server/testing/rounds.ts";
import type { Locator, Page } from "@playwright/test";
import { createBoard, demoAgent } from "../support/board.ts";
import { openChat, script } from "../support/chat-pages.ts";
import { taskView } from "../support/task-pages.ts";
import { expect, test } from "../support/fixtures.ts";

const TABLE = `|${"a|".repeat(2600)}\n|${"-|".repeat(2600)}\n${"|\n".repeat(2600)}`;
const QUOTES = ">".repeat(10_000);

/** Each of them would keep the page busy for minutes, or crash it. */
const WORST = {
  table: TABLE,
  quotes: QUOTES,
  emphasis: `${"*a ".repeat(5_000)}${"b* ".repeat(5_000)}`,
  // As long as a request can be.
  line: "x".repeat(rounds(2_000_000, 15_000_000)),
};
const OTHERS = {
  lists: "- ".repeat(5_000),
  lazy: `${">".repeat(99)}a\n${"a\n".repeat(20_000)}`,
  brackets: `${"[".repeat(10_000)}${"]".repeat(10_000)}`,
  links: '[a](b "'.repeat(5_000),
  pictures: `${"![".repeat(3_000)}a${"](b)".repeat(3_000)}`,
  html: "a<!--".repeat(10_000),
  backticks: Array.from({ length: 300 }, (_, at) => "`".repeat(at + 1)).join(" "),
  mails: "a.".repeat(40_000),
};
const BOMBS: Record<string, string> = rounds(WORST, { ...WORST, ...OTHERS });

/** A click is handled, and its result is there. */
async function answers(page: Page): Promise<void> {
  await page.getByRole("tab", { name: "Activity" }).click();
  await expect(page.getByRole("list", { name: "Timeline" })).toBeHidden();
  await page.getByRole("tab", { name: "Timeline" }).click();
  await expect(page.getByRole("list", { name: "Timeline" })).toBeVisible();
}

const showAsText = (place: Locator) => place.getByRole("button", { name: "Show as text" });

test("no comment or description freezes the page, and each can be read as text", async ({
  page,
  malamar,
}) => {
  const board = createBoard(malamar.url);
  const workspace = await board.createTeam([]);
  const task = await board.createTask(workspace, "Bombs");
  await board.changeTask(task.id, { description: TABLE });
  for (const text of Object.values(BOMBS)) await board.comment(task.id, text);

  await page.goto(`/workspaces/${workspace}/tasks/${task.id}`);
  const description = page.getByRole("region", { name: "Description" });
  const timeline = page.getByRole("list", { name: "Timeline" });
  await expect(showAsText(description)).toBeVisible();
  await expect(showAsText(timeline)).toHaveCount(Object.keys(BOMBS).length);
  await answers(page);

  // Unfolds everything that can be; the page still responds.
  const more = page.getByRole("button", { name: "Show all" });
  while ((await more.count()) > 0) await more.first().click();
  await expect(showAsText(timeline).first()).toBeVisible();
  await answers(page);

  // Those shown as text are no longer in the list.
  const all = showAsText(taskView(page));
  while ((await all.count()) > 0) await all.first().click();
  const formatted = page.getByRole("button", { name: "Show with formatting" });
  await expect(formatted).toHaveCount(Object.keys(BOMBS).length + 1);
  expect((await description.locator("p").allTextContents()).join("")).toBe(TABLE);
  await answers(page);
});

test("no answer in a chat freezes the page", async ({ page, malamar }) => {
  const { chats, chat, messages, box } = await openChat(page, malamar);
  await chats.ask(chat.id, script(`answer ${QUOTES}`));
  await expect(showAsText(messages)).toBeVisible();
  await showAsText(messages).click();
  await expect(messages.getByText(">>>>>>>>").last()).toBeVisible();
  await box.fill("Still there");
  await expect(box).toHaveValue("Still there");
});

test("nothing in a transcript freezes the page", async ({ page, malamar }) => {
  const board = createBoard(malamar.url);
  // A line end of its own kind, because a step of a script is one line.
  const table = TABLE.replaceAll("\n", "\r");
  const steps = [
    `say ${table}`,
    `say ${QUOTES}`,
    `think ${QUOTES}`,
    `say ${WORST.emphasis.slice(0, 15_000)}`,
    `say ${"x".repeat(1_000_000)}`,
    // One line of 20 MB, as a runaway program prints it.
    "flood 20MB without newlines",
    `tool Bash ${JSON.stringify({ command: QUOTES })} => ${table}`,
    `tool TodoWrite ${JSON.stringify({ todos: Array.from({ length: 3_000 }, () => ({ content: "x" })) })} => ok`,
    "say Done",
    "review",
  ];
  const workspace = await board.createTeam([demoAgent("Bot", ...steps)]);
  const task = await board.createTask(workspace, "Bombs");
  await board.reachesReview(task.id);
  await page.goto(`/workspaces/${workspace}/tasks/${task.id}?tab=transcript`);
  const log = page.getByRole("log");
  await expect(log.getByText("Done", { exact: true })).toBeVisible();
  await log.press("Home");
  await expect(showAsText(log).first()).toBeVisible();
  await showAsText(log).first().click();
  await expect(log.getByText("|a|a|a|").first()).toBeVisible();
  await answers(page);

  // Unfolds everything that can be, and searches it.
  const transcript = page.getByRole("tab", { name: "Transcript" });
  await transcript.click();
  await expect(log.getByText("Done", { exact: true })).toBeVisible();
  await log.press("Home");
  const folds = log.getByRole("button", { expanded: false });
  while ((await folds.count()) > 0) await folds.first().click();
  await page.getByRole("textbox", { name: "Search this transcript" }).fill("x".repeat(1_000));
  await expect(page.getByText("rows found").first()).toBeVisible();
  await answers(page);
});
