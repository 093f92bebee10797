import type { Page } from "@playwright/test";
import { createBoard, demoAgent } from "../support/board.ts";
import { openChat, script } from "../support/chat-pages.ts";
import { expect, test } from "../support/fixtures.ts";

/** Texts written to run something in the page, load something into it, or break it. */
const ATTACKS = [
  "<script>window.hacked = 1</script>",
  '<img src=x onerror="window.hacked = 1">',
  '"><svg onload="window.hacked = 1">',
  '<iframe srcdoc="<script>parent.hacked = 1</script>"></iframe>',
  '<style>body { display: none }</style><link rel="stylesheet" href="http://evil.example/a.css">',
  "[click](javascript:window.hacked=1) [data](data:text/html,<script>opener.hacked=1</script>)",
  "![picture](http://evil.example/pixel.png) <img src=http://evil.example/b.png>",
  "[ref]: javascript:window.hacked=1 <https://example.com/><script>window.hacked=1</script>",
  "{{constructor.constructor('window.hacked=1')()}} ${window.hacked=1} __proto__",
  "\u202Eright to left\u202C zero\u200Bwidth \u0007 \u001b[31mred\u001b[0m",
].join(" ");

/** As long as a pasted file, without a place to break. */
const ENDLESS = "x".repeat(20_000);

/** Opens a form to see what a person sees; the summary and the title are one line. */
const TEXT = `${ATTACKS}\n\n${ENDLESS}\n\n| a | b |\n| - | - |\n| ${ENDLESS} | ${ATTACKS} |`;

test.use({ allowedNoise: /404 \(Not Found\)/ });

/** As wide as a desktop and as narrow as a phone. */
async function hasNoHarm(page: Page): Promise<void> {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 760 });
    await hasNoHarmAsItIs(page);
  }
}

async function hasNoHarmAsItIs(page: Page): Promise<void> {
  // A page notices its new size a moment later.
  const isWider = () => document.documentElement.scrollWidth > window.innerWidth;
  await expect.poll(() => page.evaluate(isWider)).toBe(false);
  const seen = await page.evaluate(() => ({
    hacked: Reflect.get(window, "hacked") as unknown,
    foreign: [...document.querySelectorAll("script, iframe, object, embed, base, link, img, style")]
      .map((element) => element.outerHTML)
      .filter((html) => /hacked|evil|onerror/.test(html)),
    links: [...document.querySelectorAll("a[href]")]
      .map((link) => (link as HTMLAnchorElement).protocol)
      .filter((protocol) => !/^(https?|mailto):$/.test(protocol)),
    handlers: document.querySelectorAll("[onerror], [onload], [onclick], [srcdoc]").length,
  }));
  expect(seen).toEqual({
    hacked: undefined,
    foreign: [],
    links: [],
    handlers: 0,
  });
}

test("any text written anywhere is only text", async ({ page, malamar }) => {
  page.on("dialog", (dialog) => {
    throw new Error(`A dialog opened: ${dialog.message()}`);
  });
  const board = createBoard(malamar.url);
  const steps = [
    `say ${ATTACKS}`,
    `say ${ENDLESS}`,
    `think ${ATTACKS}`,
    `tool Bash ${JSON.stringify({ command: ATTACKS })} => ${ATTACKS}`,
    `tool Read ${JSON.stringify({ path: ENDLESS })} =>! ${ENDLESS}`,
    `comment ${ATTACKS} ${ENDLESS}`,
    "review",
  ];
  const hostile = demoAgent(`Bot ${ATTACKS}`.slice(0, 2_000), ...steps);
  const workspace = await board.createTeam(
    [{ ...hostile, model: "<script>window.hacked=1</script>" }],
    {
      title: `${ATTACKS} ${ENDLESS}`,
      description: TEXT,
    },
  );
  const failing = await board.createTeam([demoAgent("Failing", `exit 3 ${ATTACKS}`)], {
    title: "Failing",
  });
  const failed = await board.createTask(failing, `${ATTACKS} ${ENDLESS}`);
  const task = await board.createTask(workspace, `${ATTACKS} ${ENDLESS}`);
  await board.changeTask(task.id, { description: TEXT });
  await board.reachesReview(task.id);
  await board.comment(task.id, TEXT);
  await board.changeTask(task.id, { summary: `Again ${ATTACKS}` });

  const addresses = [
    "/",
    `/?q=${encodeURIComponent(ATTACKS)}`,
    `/workspaces/${workspace}/tasks`,
    `/workspaces/${workspace}/tasks/${task.id}`,
    `/workspaces/${workspace}/tasks/${task.id}?tab=activity`,
    `/workspaces/${workspace}/tasks/${task.id}?tab=${encodeURIComponent(ATTACKS)}&run=${encodeURIComponent(ATTACKS)}`,
    `/workspaces/${workspace}/agents`,
    `/workspaces/${workspace}/settings`,
    `/workspaces/${failing}/tasks`,
    `/workspaces/${failing}/tasks/${failed.id}`,
    `/nowhere?${encodeURIComponent(ATTACKS)}`,
  ];
  for (const address of addresses) {
    await page.goto(address);
    await expect(page.getByRole("heading").first()).toBeAttached();
    await page.waitForLoadState("load");
    await hasNoHarm(page);
  }
  await page.goto(`/workspaces/${workspace}/tasks/${task.id}?tab=transcript`);
  const log = page.getByRole("log");
  await expect(log.getByText("window.hacked").first()).toBeAttached();
  const folds = log.getByRole("button", { expanded: false });
  // An opened one is no longer in the list.
  while ((await folds.count()) > 0) await folds.first().click();
  await hasNoHarm(page);
  await page.goto(`/workspaces/${workspace}/tasks/${task.id}`);
  await expect(page.getByText("window.hacked").first()).toBeAttached();
  const more = page.getByRole("button", { name: "Show all" });
  while ((await more.count()) > 0) await more.first().click();
  await hasNoHarm(page);
});

test("anything said or done in a chat is only text", async ({ page, malamar }) => {
  const agents = [demoAgent(`Bot ${ATTACKS}`.slice(0, 2_000), "skip")];
  const title = `${ATTACKS} ${ENDLESS}`;
  const { chats, chat, pane, box, messages, workspaceId } = await openChat(page, malamar, {
    agents,
    input: { title },
  });
  const act = (action: object) => `act ${JSON.stringify(action)}`;
  await chats.ask(
    chat.id,
    script(
      `say ${ATTACKS}`,
      `answer ${ATTACKS} ${ENDLESS}`,
      act({ type: "create_task", summary: ATTACKS, description: TEXT }),
      act({ type: "create_agent", name: ATTACKS, instruction: TEXT, [ATTACKS]: ENDLESS }),
      act({ type: `${ATTACKS} ${ENDLESS}`, [ATTACKS]: ATTACKS }),
    ),
  );
  await chats.ask(chat.id, script(`exit 3 ${ATTACKS} ${ENDLESS}`));
  await chats.change(chat.id, { title, agent_id: (await agentsOf(page, workspaceId))[0]!.id });
  await chats.attach(chat.id, [new File(["x"], "<img src=x onerror=alert(1)>.txt")]);
  await chats.change(chat.id, { cli_type: "demo" });
  await box.fill(TEXT);
  // The page first has to learn what was changed elsewhere.
  await expect(messages.getByText("User has uploaded")).toBeVisible();
  await expect(pane.getByRole("button", { name: "Send" })).toBeEnabled();
  await box.press("Enter");
  await expect(messages.getByRole("article", { name: "You" })).toHaveCount(3);
  await expect(pane.getByRole("button", { name: "Send" })).toBeVisible();
  const folds = messages.getByRole("button", { expanded: false });
  while ((await folds.count()) > 0) await folds.first().click();
  await expect(messages.getByText("window.hacked").first()).toBeAttached();
  await hasNoHarm(page);
  for (const menu of [/^Agent/, /^CLI/]) {
    await pane.getByRole("button", { name: menu }).click();
    await expect(page.getByRole("menu")).toBeVisible();
    await hasNoHarm(page);
    await page.keyboard.press("Escape");
  }
  await page.goto(`/workspaces/${workspaceId}/chats`);
  await expect(page.locator("[data-chat-id]")).toBeVisible();
  await hasNoHarm(page);
  await page.goto(`/workspaces/${workspaceId}/chats?q=${encodeURIComponent(ATTACKS)}x`);
  await expect(page.getByText("No chat found")).toBeVisible();
  await hasNoHarm(page);
});

async function agentsOf(page: Page, workspaceId: string): Promise<{ id: string }[]> {
  const response = await page.request.get(`/api/workspaces/${workspaceId}/agents`);
  return (await response.json()) as { id: string }[];
}

test("anything typed into the forms is only text", async ({ page, malamar }) => {
  const board = createBoard(malamar.url);
  const workspace = await board.createTeam([]);
  await page.goto(`/workspaces/${workspace}/tasks`);
  await page.getByRole("button", { name: "Create Task" }).click();
  await page.getByLabel("Summary").fill(`Typed ${ATTACKS}`);
  await page.getByLabel("Description").fill(TEXT);
  await page.getByRole("dialog").getByRole("button", { name: "Create task" }).click();
  await page.locator("[data-task-id]").click();
  await page.getByRole("textbox", { name: /comment/i }).fill(TEXT);
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(
    page.getByRole("list", { name: "Timeline" }).getByText("window.hacked").first(),
  ).toBeAttached();
  await hasNoHarm(page);
});
