import type { Locator, Page } from "@playwright/test";
import { createBoard, demoAgent } from "../support/board.ts";
import { createChats, gateIn, openChat, script } from "../support/chat-pages.ts";
import { createWorkspace, expect, test } from "../support/fixtures.ts";
import { startMalamar } from "../support/malamar.ts";
import { taskView } from "../support/task-pages.ts";

const rows = (page: Page) => page.getByRole("list", { name: /^Chats/ }).getByRole("link");
const conversation = (page: Page) => page.getByRole("region", { name: "Conversation" });
const toasts = (page: Page) => page.getByRole("region", { name: /Notifications/ });

test("a workspace without chats offers one: with the Malamar agent, or with any agent", async ({
  page,
  malamar,
}) => {
  const id = await createBoard(malamar.url).createTeam([
    demoAgent("Planner", "skip"),
    demoAgent("Reviewer", "skip"),
  ]);
  await page.goto(`/workspaces/${id}/tasks`);
  await page
    .getByRole("navigation", { name: "Workspace", exact: true })
    .getByRole("link", { name: "Chats" })
    .click();
  await expect(page.getByText("No conversations yet")).toBeVisible();
  await page.getByRole("button", { name: "Start a chat" }).click();
  const items = page.getByRole("menuitem");
  await expect(items).toHaveText(["Malamar agent", "Planner", "Reviewer"]);
  await items.filter({ hasText: "Planner" }).click();
  await expect(page).toHaveURL(new RegExp(`/workspaces/${id}/chats/[\\w-]{21}$`));
  const box = page.getByRole("textbox", { name: "Message" });
  await expect(box).toBeFocused();
  await expect(page.getByRole("button", { name: "Agent: Planner" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toBeFocused();
  await expect(rows(page)).toHaveAttribute("aria-current", "page");
  await expect(rows(page)).toContainText(/Untitled chat.*just now.*Planner.*No messages yet/s);
});

test("the list shows each chat's last message, newest first, and searches by title", async ({
  page,
  malamar,
}) => {
  const chats = createChats(malamar.url);
  const { id } = await createWorkspace(page.request, "Website");
  const first = await chats.create(id, { title: "About the LOGIN" });
  const second = await chats.create(id, { title: "About the colours" });
  await chats.ask(second.id, script("answer Blue, then."));
  await chats.ask(first.id, script("answer Let me\n| look."));
  await page.goto(`/workspaces/${id}/chats`);
  await expect(rows(page)).toContainText([/About the LOGIN.*Let me/s, /colours.*Blue, then\./s]);
  const gate = gateIn(malamar);
  await chats.send(second.id, script(gate.step, "answer Green."));
  await expect(rows(page).first()).toContainText(/colours.*Replying.*You: /s);
  gate.letGo();
  await expect(rows(page).first()).toContainText("Green.");
  await expect(rows(page).first()).not.toContainText("Replying");

  await page.getByRole("searchbox", { name: "Search chats" }).fill("login");
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/\?q=login$/);
  await rows(page).click();
  await expect(conversation(page).getByText("Let me").last()).toBeVisible();
  await expect(page).toHaveURL(/\/chats\/[\w-]{21}\?q=login$/);
  await page.getByRole("searchbox", { name: "Search chats" }).fill("nothing like it");
  await expect(page.getByText("No chat found")).toBeVisible();
  await page.getByRole("button", { name: "Clear search" }).click();
  await expect(page.getByRole("searchbox", { name: "Search chats" })).toBeFocused();
  await expect(rows(page)).toHaveCount(2);
});

test("in a long list only the visible chats are drawn", async ({ page, malamar }) => {
  const chats = createChats(malamar.url);
  const { id } = await createWorkspace(page.request, "Website");
  for (let n = 0; n < 300; n++) await chats.create(id, { title: `Chat ${n}` });
  await page.goto(`/workspaces/${id}/chats`);
  await expect(page.getByRole("list", { name: "Chats, 300 chats" })).toBeVisible();
  // It takes its place from the list.
  await expect(page.getByText("This workspace has no agents.")).toBeVisible();
  await expect(rows(page).first()).toContainText("Chat 299");
  expect(await rows(page).count()).toBeLessThan(60);
  await rows(page).first().focus();
  await page.keyboard.press("Tab");
  await expect(rows(page).filter({ hasText: "Chat 298" })).toBeFocused();
  await page.keyboard.press("j");
  await expect(rows(page).filter({ hasText: "Chat 297" })).toBeFocused();
  for (let next = 296; next >= 277; next--) {
    await page.keyboard.press("ArrowDown");
    await expect(rows(page).filter({ hasText: `Chat ${next}` })).toBeFocused();
  }
  await expect(rows(page).filter({ hasText: "Chat 277" })).toBeInViewport({ ratio: 0.9 });
  await page.keyboard.press("k");
  await page.keyboard.press("Enter");
  await expect(conversation(page).getByRole("heading", { name: /Chat 278/ })).toBeVisible();
});

test("an answer streams in, and its run folds away when it is complete", async ({
  page,
  malamar,
}) => {
  const gate = gateIn(malamar);
  const { pane, box, messages } = await openChat(page, malamar);
  await expect(box).toBeFocused();
  await box.fill(script("say Looking around.", gate.step, "answer It is **mended**."));
  await page.keyboard.press("Enter");
  await expect(box).toHaveValue("");
  await expect(messages.getByRole("article", { name: "You" })).toContainText("say Looking around.");
  const live = messages.getByRole("log", { name: "Transcript of Malamar" });
  await expect(live.getByText("Looking around.")).toBeVisible();
  await expect(pane.getByRole("button", { name: "Stop" })).toBeVisible();
  await box.fill("And then?");
  await page.keyboard.press("Enter");
  await expect(box).toHaveValue("And then?");
  gate.letGo();
  const answer = messages.getByRole("article", { name: "Malamar" });
  await expect(answer.locator("strong")).toHaveText("mended");
  await expect(live).toBeHidden();
  await expect(pane.getByRole("button", { name: "Send" })).toBeEnabled();
  await answer.getByRole("button", { name: "Transcript" }).click();
  await expect(live.getByText("Looking around.")).toBeVisible();
  await expect(box).toHaveValue("And then?");
});

test("an answer is stopped, and the chat continues", async ({ page, malamar }) => {
  const { pane, box, messages } = await openChat(page, malamar);
  await box.fill(script("say At work.", gateIn(malamar).step));
  await pane.getByRole("button", { name: "Send" }).click();
  await expect(messages.getByText("At work.").last()).toBeVisible();
  await pane.getByRole("button", { name: "Stop" }).click();
  await expect(messages.getByText("Processing cancelled by user")).toBeVisible();
  await expect(pane.getByRole("button", { name: "Send" })).toBeFocused();
  await box.fill(script("answer Here again."));
  await box.press("Enter");
  await expect(messages.getByText("Here again.", { exact: true })).toBeVisible();
});

test("a failure stands out, with the transcript of its run", async ({ page, malamar }) => {
  const { box, messages } = await openChat(page, malamar);
  await box.fill(script("say Trying.", "exit 3 the disk is full"));
  await box.press("Enter");
  const error = messages.getByRole("article", { name: "Error" });
  await expect(error).toContainText("Error: CLI exited with code 3. the disk is full");
  await error.getByRole("button", { name: "Transcript" }).click();
  await expect(error.getByText("Trying.")).toBeVisible();
});

test("the title is edited in place", async ({ page, malamar, newTab }) => {
  const { pane, address } = await openChat(page, malamar);
  const other = await newTab();
  await other.goto(address);
  await pane.getByRole("button", { name: /Untitled chat/ }).click();
  const title = pane.getByRole("textbox", { name: "Title" });
  await expect(title).toBeFocused();
  await title.fill(" ");
  await pane.getByRole("button", { name: "Save" }).click();
  await expect(pane.getByText("Title must not be empty.")).toBeVisible();
  await title.fill("The login");
  await title.press("Enter");
  const button = pane.getByRole("button", { name: /The login/ });
  await expect(button).toBeFocused();
  await expect(page).toHaveTitle("The login · Team · Malamar");
  await expect(other.getByRole("button", { name: /The login/ })).toBeVisible();
  await button.click();
  await title.fill("Something else");
  await title.press("Escape");
  await expect(button).toBeVisible();
  await expect(title).toBeHidden();
});

test("choosing another agent chooses its CLI; one that does not work is marked", async ({
  page,
  malamar,
}) => {
  const agents = [
    { ...demoAgent("Planner", "skip"), cli_type: "codex" },
    demoAgent("Tester", "skip"),
  ];
  const { chats, chat, pane, messages } = await openChat(page, malamar, { agents });
  await pane.getByRole("button", { name: "CLI: Demo CLI" }).click();
  const choices = page.getByRole("menuitemradio");
  await expect(choices.filter({ hasText: /^First available/ })).toBeVisible();
  await expect(choices.filter({ hasText: "Claude Code" })).toContainText("Not available");
  await choices.filter({ hasText: "Gemini CLI" }).click();
  await expect(pane.getByRole("button", { name: "CLI: Gemini CLI, not available" })).toBeVisible();
  await expect(pane.getByText("Gemini CLI is not available.")).toBeVisible();
  await pane.getByRole("button", { name: "Agent: Malamar agent" }).click();
  await page.getByRole("menuitemradio", { name: "Tester" }).click();
  await expect(pane.getByRole("button", { name: "Agent: Tester" })).toBeVisible();
  await expect(pane.getByRole("button", { name: "CLI: Demo CLI" })).toBeVisible();
  const switched = messages.getByRole("article", { name: "Malamar" });
  await expect(switched.getByText("Switched from Malamar to Tester")).toBeVisible();
  expect((await chats.chat(chat.id)).cli_type).toBe(null);
});

test("without a CLI nothing is sent, and the page says what to do", async ({ page, malamar }) => {
  const { pane, box } = await openChat(page, malamar, { input: { cli_type: null } });
  await expect(pane.getByText("No CLI available").last()).toBeVisible();
  await box.fill("Hello");
  await box.press("Enter");
  await expect(box).toHaveValue("Hello");
  await expect(pane.getByRole("button", { name: "Send" })).toBeDisabled();
  await pane.getByRole("link", { name: "What to do" }).click();
  await expect(page).toHaveURL(/\/settings#clis$/);
  await expect(page.getByText("npm install -g").first()).toBeVisible();
  await page.goBack();
  await expect(box).toHaveValue("Hello");
});

test("an agent's actions are listed below its answer with links; those that failed say why", async ({
  page,
  malamar,
}) => {
  const { box, pane, messages, workspaceId } = await openChat(page, malamar, {
    agents: [demoAgent("Planner", "skip")],
  });
  await box.fill(
    script(
      "answer Done.",
      'act {"type":"rename_chat","title":"A team for the shop"}',
      'act {"type":"create_agent","name":"Reviewer","instruction":"Look twice.","cli_type":"codex"}',
      'act {"type":"create_agent","name":"Planner","instruction":"x"}',
      'act {"type":"create_task","summary":"Fix the cart"}',
    ),
  );
  await box.press("Enter");
  const cards = messages.getByRole("list", { name: "Actions" }).getByRole("listitem");
  await expect(cards).toHaveCount(4);
  await expect(pane.getByRole("button", { name: /A team for the shop/ })).toBeVisible();
  await expect(cards.nth(1)).toContainText("Created agent “Reviewer”");
  await expect(cards.nth(1).getByText("Look twice.")).toBeHidden();
  await cards.nth(1).getByRole("button", { name: "Details" }).click();
  await expect(cards.nth(1).getByText("Look twice.")).toBeVisible();
  await expect(cards.nth(2)).toContainText("Create an agent: failed.");
  await expect(cards.nth(2).getByRole("link")).toHaveCount(0);
  await expect(
    messages.getByText("Action failed: create_agent - Agent name 'Planner' already exists"),
  ).toBeVisible();
  await expect(cards.nth(1).getByRole("link", { name: "Show the agents" })).toHaveAttribute(
    "href",
    `/workspaces/${workspaceId}/agents`,
  );

  await box.fill(script("answer Again.", 'act {"type":"rename_chat","title":"Too late"}'));
  await box.press("Enter");
  await expect(messages.getByText("Again.", { exact: true })).toBeVisible();
  await expect(cards).toHaveCount(4);

  await cards.nth(3).getByRole("link", { name: "Open the task" }).click();
  await expect(page).toHaveURL(new RegExp(`/workspaces/${workspaceId}/tasks/[\\w-]{21}$`));
  await expect(taskView(page).getByText("Fix the cart").first()).toBeVisible();
});

test("a toast announces a task that an agent creates, and leads to it", async ({
  page,
  malamar,
}) => {
  const agents = [demoAgent("Planner", gateIn(malamar).step)];
  const { box } = await openChat(page, malamar, { agents });
  await box.fill(script("answer Done.", 'act {"type":"create_task","summary":"Fix the cart"}'));
  await box.press("Enter");
  const link = toasts(page).getByRole("link", { name: "Task created Fix the cart" });
  await link.click();
  await expect(page).toHaveURL(/\/tasks\/[\w-]{21}$/);
});

test("an empty workspace gets its team, starting with a chat", async ({ page }) => {
  const { id } = await createWorkspace(page.request, "Lonely");
  await page.goto(`/workspaces/${id}/agents`);
  await page.getByRole("button", { name: "Chat with the Malamar agent" }).click();
  await expect(page).toHaveURL(new RegExp(`/workspaces/${id}/chats/[\\w-]{21}$`));
  await expect(page.getByRole("button", { name: "Agent: Malamar agent" })).toBeVisible();
});

test("a draft survives a reload, and Shift+Enter starts a new line", async ({ page, malamar }) => {
  const { box } = await openChat(page, malamar);
  await box.pressSequentially("First");
  await box.press("Shift+Enter");
  await box.pressSequentially("Second");
  await page.keyboard.press("Escape");
  await expect(rows(page)).toBeFocused();
  await page.goBack();
  await page.goForward();
  await expect(box).toHaveValue("First\nSecond");
  await page.reload();
  await expect(box).toHaveValue("First\nSecond");
  await box.fill("");
  await page.reload();
  await expect(box).toHaveValue("");
});

test("a second click on Send does not stop the answer that the first one started", async ({
  page,
  malamar,
}) => {
  const gate = gateIn(malamar);
  const { pane, box, messages } = await openChat(page, malamar);
  await box.fill(script(gate.step, "answer Here."));
  await pane.getByRole("button", { name: "Send" }).click();
  await pane.getByRole("button", { name: "Stop" }).dispatchEvent("click", { detail: 2 });
  gate.letGo();
  await expect(messages.getByText("Here.", { exact: true })).toBeVisible();
  await expect(messages.getByText("cancelled")).toHaveCount(0);
});

test.describe("when sending fails", () => {
  test.use({ allowedNoise: /Failed to load resource|ERR_/ });

  test("a lost message stays, with a retry, also after a reload", async ({ page, malamar }) => {
    const { pane, box, messages } = await openChat(page, malamar);
    await page.route("**/api/chats/*/messages", (route) => route.abort());
    await box.fill(script("answer Here."));
    await box.press("Enter");
    await expect(pane.getByText("Not sent. Malamar isn't responding.")).toBeVisible();
    await page.reload();
    await expect(pane.getByText("Not sent. Malamar isn't responding.")).toBeVisible();
    await page.unroute("**/api/chats/*/messages");
    await pane.getByRole("button", { name: "Retry" }).click();
    await expect(messages.getByText("Here.", { exact: true })).toBeVisible();
    await expect(pane.getByText("Not sent.")).toHaveCount(0);
    await expect(messages.getByRole("article", { name: "You" })).toHaveCount(1);
  });

  test("a message that came second keeps its text, without an error", async ({ page, malamar }) => {
    const gate = gateIn(malamar);
    const { chats, chat, pane, box, messages } = await openChat(page, malamar);
    await page.route("**/api/chats/*/messages", async (route) => {
      await chats.send(chat.id, script(gate.step, "answer Someone asked."));
      await route.continue();
    });
    await box.fill("My question");
    await box.press("Enter");
    await expect(pane.getByText("Not sent. This chat is still being answered.")).toBeVisible();
    await expect(box).toHaveValue("My question");
    await expect(pane.getByRole("alert")).toHaveCount(0);
    await page.unroute("**/api/chats/*/messages");
    gate.letGo();
    await expect(messages.getByText("Someone asked.", { exact: true })).toBeVisible();
    await box.press("Enter");
    await expect(messages.getByRole("article", { name: "You" }).last()).toContainText(
      "My question",
    );
  });

  test("while Malamar is away everything stays readable, and afterwards nothing is missing", async ({
    page,
    malamar,
  }) => {
    const { chats, chat, box, messages } = await openChat(page, malamar);
    await chats.ask(chat.id, script("answer Before."));
    await expect(messages.getByText("Before.", { exact: true })).toBeVisible();
    const { dataDir, port } = malamar;
    await malamar.stop("SIGKILL");
    await expect(page.getByText("Reconnecting…")).toBeVisible();
    await box.fill("Still typing");
    await box.press("Enter");
    await expect(box).toHaveValue("Still typing");
    await expect(messages.getByText("Before.", { exact: true })).toBeVisible();
    await using again = await startMalamar({ dataDir, env: { MALAMAR_PORT: String(port) } });
    await createChats(again.url).ask(chat.id, script("answer Meanwhile."));
    await expect(page.getByText("Reconnecting…")).toBeHidden({ timeout: 30_000 });
    await expect(messages.getByText("Meanwhile.", { exact: true })).toBeVisible();
    await expect(box).toHaveValue("Still typing");
  });

  test("a chat that someone else deletes says so, and gives back the draft", async ({
    page,
    malamar,
  }) => {
    const { chats, chat, pane, box } = await openChat(page, malamar);
    await box.fill("Half a thought");
    await chats.remove(chat.id);
    await expect(pane.getByText("This chat does not exist")).toBeVisible();
    await expect(pane.getByRole("textbox", { name: "Text that was not saved" })).toHaveValue(
      "Half a thought",
    );
    await pane.getByRole("button", { name: "Back to the chats" }).click();
    await expect(page.getByText("No conversations yet")).toBeVisible();
  });
});

test("two people in one chat see, say, stop and rename the same", async ({
  page,
  malamar,
  browser,
}) => {
  const gate = gateIn(malamar);
  const { chats, chat, pane, box, messages, address } = await openChat(page, malamar);
  // A browser of their own shares nothing with ours.
  const theirs = await browser.newContext({ baseURL: malamar.url });
  const other = await theirs.newPage();
  await other.goto(address);
  const their = {
    log: other.getByRole("log", { name: "Messages" }),
    box: other.getByRole("textbox", { name: "Message" }),
    button: (name: string | RegExp) => other.getByRole("button", { name }),
  };
  await expect(their.box).toBeFocused();
  await their.box.fill("While you wait");
  await box.fill(script("say Thinking aloud.", gate.step, "answer For everybody."));
  await box.press("Enter");
  await expect(their.log.getByText("Thinking aloud.").last()).toBeVisible();
  await expect(their.button("Stop")).toBeVisible();
  await their.box.press("Enter");
  await expect(their.box).toHaveValue("While you wait");
  gate.letGo();
  for (const log of [messages, their.log]) {
    await expect(log.getByText("For everybody.", { exact: true })).toBeVisible();
  }

  await their.box.fill(script("say At work.", "gate never"));
  await their.box.press("Enter");
  await expect(messages.getByText("At work.").last()).toBeVisible();
  await pane.getByRole("button", { name: "Stop" }).click();
  for (const log of [messages, their.log]) {
    await expect(log.getByText("Processing cancelled by user")).toBeVisible();
  }
  await expect(their.button("Send")).toBeVisible();

  await their.button(/rename/).click();
  await other.getByRole("textbox", { name: "Title" }).fill("Named by them");
  await other.keyboard.press("Enter");
  await expect(pane.getByRole("button", { name: /Named by them/ })).toBeVisible();
  await expect(page).toHaveTitle(/^Named by them/);
  await chats.attach(chat.id, [new File(["x"], "notes.md")]);
  await expect(their.log.getByText(/notes\.md/)).toBeVisible();
  await expect(messages.getByText(/notes\.md/)).toBeVisible();
  const articles = (log: Locator) => log.getByRole("article").allInnerTexts();
  expect(await articles(messages)).toEqual(await articles(their.log));
  await theirs.close();
});

test("a long chat opens at its end, and earlier messages load above what you read", async ({
  page,
  malamar,
}) => {
  const { chats, chat, messages } = await openChat(page, malamar);
  const files = Array.from({ length: 130 }, (_, n) => new File(["x"], `file-${n}.txt`));
  await chats.attach(chat.id, files.slice(0, 65));
  await chats.attach(chat.id, files.slice(65));
  await page.reload();
  await expect(messages.getByText("file-129.txt")).toBeInViewport();
  await expect(messages.getByText("file-79.txt")).toHaveCount(0);
  const earlier = messages.getByRole("button", { name: "Show earlier (80 more)" });
  await earlier.scrollIntoViewIfNeeded();
  await expect(page.getByRole("button", { name: "Jump to latest" })).toBeVisible();
  await earlier.click();
  await expect(messages.getByText("file-80.txt")).toBeInViewport();
  await expect(messages.getByText("file-30.txt")).toHaveCount(1);
  await chats.ask(chat.id, script("answer The newest."));
  await expect(messages.getByText("file-80.txt")).toBeInViewport();
  await page.getByRole("button", { name: "2 new messages" }).click();
  await expect(messages.getByText("The newest.", { exact: true })).toBeInViewport();
  await expect(messages).toBeFocused();
});

test("deleting a chat asks once and stops its run", async ({ page, malamar }) => {
  const { chats, workspaceId, pane, box, messages } = await openChat(page, malamar);
  await box.fill(script("say At work.", gateIn(malamar).step));
  await box.press("Enter");
  await expect(messages.getByText("At work.").last()).toBeVisible();
  // It has no button of its own.
  await expect(pane.getByRole("button", { name: /delete/i })).toHaveCount(0);
  const more = pane.getByRole("button", { name: "More for this chat" });
  await more.click();
  await page.getByRole("menuitem", { name: "Delete the chat…" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete this chat?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(more).toBeFocused();
  await more.click();
  await page.getByRole("menuitem", { name: "Delete the chat…" }).click();
  await question.getByRole("button", { name: "Delete chat" }).click();
  await expect(page.getByText("No conversations yet")).toBeVisible();
  await expect(page).toHaveURL(/\/chats$/);
  expect(await chats.list(workspaceId)).toEqual([]);
});

test("keys lead to the chats, to a new one, and into the box", async ({ page, malamar }) => {
  const { workspaceId, box } = await openChat(page, malamar);
  await page.goto(`/workspaces/${workspaceId}/tasks`);
  await expect(page.getByText("No tasks yet")).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press("n");
  await expect(page.getByRole("menuitem", { name: "Malamar agent" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(box).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("r");
  await expect(box).toBeFocused();
  await expect(box).toHaveValue("");
});

test("the list and a conversation are side by side where there is room, and every draft stays", async ({
  page,
  malamar,
}) => {
  const { chats, workspaceId, box, pane } = await openChat(page, malamar);
  await chats.create(workspaceId, { title: "Another" });
  await box.fill("Half a thought");
  await rows(page).filter({ hasText: "Another" }).click();
  await expect(pane.getByRole("heading", { name: /Another/ })).toBeVisible();
  await expect(box).toBeFocused();
  await expect(box).toHaveValue("");
  await page.goBack();
  await expect(box).toHaveValue("Half a thought");

  await page.setViewportSize({ width: 1000, height: 700 });
  await expect(rows(page)).toHaveCount(0);
  await expect(box).toHaveValue("Half a thought");
  await pane.getByRole("button", { name: "Back to the chats" }).click();
  await expect(pane).toBeHidden();
  await expect(rows(page).filter({ hasText: "Untitled" })).toBeFocused();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByText("Choose a chat, or start a new one.")).toBeVisible();
});

test("an address without a chat says so", async ({ page }) => {
  const { id } = await createWorkspace(page.request, "Website");
  await page.goto(`/workspaces/${id}/chats/nothing`);
  await expect(page.getByText("This chat does not exist")).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test("a chat is its own page, Enter starts a new line, and the button sends", async ({
    page,
    malamar,
  }) => {
    const { pane, box, messages } = await openChat(page, malamar);
    const bar = page.getByRole("navigation", { name: "Main" });
    const { height } = (await bar.boundingBox())!;
    expect(await pane.boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 740 - height });
    await expect(rows(page)).toBeHidden();
    await expect(box).not.toBeFocused();
    await box.tap();
    // The keyboard covers half of the screen: the bar leaves room for it.
    await expect(bar).toBeHidden();
    await box.pressSequentially("Hello");
    await page.keyboard.press("Enter");
    await box.pressSequentially(script("answer Hello yourself."));
    await pane.getByRole("button", { name: "Send" }).tap();
    await expect(messages.getByText("Hello yourself.", { exact: true })).toBeVisible();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(360);
    await pane.getByRole("button", { name: "Back to the chats" }).tap();
    await expect(rows(page)).toBeFocused();
    await expect(bar).toBeVisible();
  });
});
