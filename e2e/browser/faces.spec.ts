import type { Locator, Page } from "@playwright/test";
import { createBoard, demoAgent } from "../support/board.ts";
import { createChats, script } from "../support/chat-pages.ts";
import { expect, test } from "../support/fixtures.ts";
import type { Malamar } from "../support/malamar.ts";
import { until } from "../support/until.ts";

// Wherever an agent is named it has its face, and the face has the sign of its engine.

const facesIn = (place: Locator) => place.locator("[data-slot=agent-face]");

/** Each of these names an agent, so each has a face; and none is without a sign. */
async function expectFaces(places: Record<string, Locator>, page: Page): Promise<void> {
  for (const [what, place] of Object.entries(places)) {
    await expect(facesIn(place).first(), what).toBeVisible();
    const bare = facesIn(place).filter({ hasNot: page.locator("[data-slot=engine-sign]") });
    await expect(bare, what).toHaveCount(0);
  }
}

/** A result, a failure and a run in progress, each in a workspace of its own, and a chat. */
async function teamsAtWork({ url }: Malamar) {
  const board = createBoard(url);
  const chats = createChats(url);
  const work = async (summary: string, ...agents: ReturnType<typeof demoAgent>[]) => {
    const id = await board.createTeam(agents);
    return { id, task: await board.createTask(id, summary) };
  };
  const ready = await work(
    "Fix the login",
    demoAgent("Scout", "skip"),
    demoAgent("Planner", "usage 10 in, 5 out, $0.02", "comment Please look.", "review"),
  );
  await board.reachesReview(ready.task.id);
  const [scout] = await board.agents(ready.id);
  const failing = await work("Break it", demoAgent("Breaker", "exit 2"));
  await until(async () => (await board.comments(failing.task.id))[0] ?? null, "it fails");
  const running = await work("Build it", demoAgent("Coder", "say At work.", "gate go-on"));
  await board.runThatSays(running.task.id, "At work.");
  const chat = await chats.create(ready.id, { title: "About it", agent_id: scout!.id });
  await chats.ask(chat.id, script("answer It is **done**."));
  return { ready, failing, running, chat };
}

test("an agent has a face with the sign of its engine wherever it is named", async ({
  page,
  malamar,
}) => {
  const { ready, failing, running, chat } = await teamsAtWork(malamar);
  const main = page.getByRole("main");
  const row = (name: string) => main.getByRole("listitem").filter({ hasText: name });
  const entry = (text: string) =>
    page.getByRole("list", { name: "Timeline" }).getByRole("listitem").filter({ hasText: text });

  await page.goto("/");
  await expectFaces(
    {
      "what needs you": row("Fix the login"),
      "what is running": row("Build it"),
      costs: page.getByRole("list", { name: "Cost per agent" }),
    },
    page,
  );

  await page.goto(`/workspaces/${running.id}/tasks`);
  await expectFaces({ "the card at work": page.locator("[data-task-id]") }, page);
  await page.getByRole("button", { name: "Filter by agent" }).click();
  await expectFaces({ "the filter": page.getByRole("menuitemradio", { name: "Coder" }) }, page);
  await page.keyboard.press("Escape");
  await page.goto(`/workspaces/${running.id}/tasks/${running.task.id}`);
  await expectFaces(
    {
      "who is working": page.getByText("Coder is working").locator(".."),
      "a run in progress": entry("working for"),
      "the run rail": page.getByRole("columnheader", { name: "Coder" }),
    },
    page,
  );

  await page.goto(`/workspaces/${failing.id}/tasks/${failing.task.id}`);
  await expectFaces({ "a failed run": entry("Breaker failed") }, page);

  const address = `/workspaces/${ready.id}/tasks/${ready.task.id}`;
  await page.goto(address);
  const hero = page.getByRole("region", { name: "Planner asked for your review" });
  await expectFaces(
    { "the result": hero, "a silent run": entry("skipped"), "a comment": entry("Please look.") },
    page,
  );
  const box = page.getByRole("textbox", { name: "Comment" });
  await box.pressSequentially("@");
  await expectFaces({ "who may be asked": page.getByRole("option", { name: "Scout" }) }, page);
  await page.keyboard.press("Enter");
  await expectFaces({ "who is asked": page.getByText("Asks only").locator("..") }, page);
  await box.pressSequentially("what do you think?");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expectFaces({ "who was asked": entry("asked only") }, page);

  await page.goto(`${address}?tab=activity`);
  await expectFaces({ "the activity log": row("Planner finished") }, page);
  await page.goto(`${address}?tab=transcript`);
  const transcript = page.getByRole("tabpanel", { name: "Transcript" });
  await expectFaces({ "a transcript": transcript }, page);

  await page.goto(`/workspaces/${ready.id}/chats/${chat.id}`);
  const answer = page.getByRole("article", { name: "Scout" });
  const agentMenu = page.getByRole("button", { name: "Agent: Scout" });
  await expectFaces(
    {
      "the list of chats": page.getByRole("link", { name: /About it/ }),
      "an answer": answer,
      "who answers": agentMenu,
    },
    page,
  );
  await agentMenu.click();
  await expectFaces({ "the choice": page.getByRole("menuitemradio", { name: "Planner" }) }, page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "New chat" }).click();
  await expectFaces({ "a new chat": page.getByRole("menuitem", { name: "Planner" }) }, page);
});
