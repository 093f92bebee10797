import { rounds } from "@malamar/server/testing/rounds.ts";
import axe from "axe-core";
import type { Locator, Page } from "@playwright/test";
import { createBoard, demoAgent } from "../support/board.ts";
import { gateIn, openChat, script } from "../support/chat-pages.ts";
import { openChanges } from "../support/changes.ts";
import { createChangedTask, numberedLines } from "../support/changed-tasks.ts";
import { fitting, goTo, PAGE_SETS } from "../support/every-page.ts";
import {
  chooseInMenu,
  createWorkspace,
  deleteAllWorkspaces,
  expect,
  openHome,
  openTeam,
  test,
} from "../support/fixtures.ts";
import { answerAbout, keptWork, repositoryFacts, worktree } from "../support/repository-pages.ts";
import { taskView } from "../support/task-pages.ts";
import { smallTargets } from "../support/touch-targets.ts";
import type { Malamar } from "../support/malamar.ts";
import { buttonsNotInPalette } from "../support/palette-pages.ts";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** In both themes; only the colour rules can differ between them. */
async function violations(page: Page, within = "html"): Promise<unknown[]> {
  // Set through the debugger: the page's policy rightly refuses a script.
  await page.evaluate(axe.source);
  await page.emulateMedia({ colorScheme: "light" });
  const inLight = await violationsOf(page, within, RULES);
  await page.emulateMedia({ colorScheme: "dark" });
  return [...inLight, ...(await violationsOf(page, within, ["color-contrast"]))];
}

async function violationsOf(page: Page, within: string, runOnly: string[]): Promise<unknown[]> {
  const { violations: found } = await page.evaluate(
    ([part, rules]) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(part, {
        runOnly: rules,
        // Of everything else it need not say where it is.
        resultTypes: ["violations"],
      }),
    [within, runOnly] as const,
  );
  return found.map(({ id, nodes }) => ({ id, targets: nodes.map((n) => n.target) }));
}

const workspaceTabs = (page: Page) =>
  page.getByRole("navigation", { name: "Workspace", exact: true });

/** A board with a card in every column: working, waiting, failing, in review, done. */
async function openBusyBoard(page: Page, malamar: Malamar): Promise<string> {
  const board = createBoard(malamar.url);
  const id = await board.createTeam([
    demoAgent(
      "Planner",
      "think First look.",
      "say **Looking**.",
      "tool Bash {} =>! no",
      "comment Ok.",
    ),
    demoAgent("Implementer", "say At work.", "gate go-on"),
  ]);
  const done = await board.createTask(id, "Done already");
  await board.runThatSays(done.id, "At work.");
  await board.cancelTask(done.id);
  await board.moveToDone(done.id);
  const inReview = await board.createTask(id, "In review");
  await board.runThatSays(inReview.id, "At work.");
  await board.cancelTask(inReview.id);
  const working = await board.createTask(id, "Worked on");
  await board.runThatSays(working.id, "At work.");
  await board.createTask(id, "Waiting");
  await page.goto(`/workspaces/${id}/tasks`);
  await expect(page.getByText("Implementer")).toBeVisible();
  return id;
}

/** The settings of a workspace whose tasks have branches, with everything that can be there. */
async function openBranchSettings(page: Page): Promise<void> {
  const { id } = await createWorkspace(page.request, "Shop");
  const kept = worktree({
    task_summary: "Import the photos",
    removable_at: new Date(0).toISOString(),
    problem: "no checkpoint contains photos/raw.tar (too large)",
  });
  const all = [kept, worktree({ id: "b".repeat(21), state: "missing" })];
  await answerAbout(page, {
    repository: () => repositoryFacts(),
    worktrees: { worktrees: all, total_bytes: 824_000_000, checkpoints: 9, free_mb: 45_000 },
    kept: [keptWork()],
  });
  const data = {
    working_directory_mode: "git",
    working_directory_path: "/home/me/shop",
    setup_command: "make setup",
    is_setup_on: false,
  };
  await page.request.put(`/api/workspaces/${id}`, { data });
  await page.goto(`/workspaces/${id}/settings`);
  await expect(page.getByText("has no agents")).toBeVisible();
  await expect(page.getByText("Git repository on main")).toBeVisible();
}

/** A task In Review with a comment on it. */
async function openSampleTask(page: Page, malamar: Malamar): Promise<void> {
  const board = createBoard(malamar.url);
  const id = await board.createTeam([]);
  const task = await board.createTask(id, "Fix the login");
  await board.reachesReview(task.id);
  await board.moveToDone(task.id);
  await board.comment(task.id, "Please look at *this*.");
  await page.goto(`/workspaces/${id}/tasks/${task.id}`);
  await expect(taskView(page).locator("em")).toBeVisible();
}

/** Two files, a comment on a line, and one that is being written. */
async function openTaskChanges(page: Page, malamar: Malamar): Promise<void> {
  const text = numberedLines(1, 60, "let line =");
  const changed = await createChangedTask(
    malamar,
    { "src/a.ts": text, "old.txt": "gone\n" },
    {
      "src/a.ts": text.replaceAll(" 30\n", " 31 // thirty\n"),
      "old.txt": null,
      "new.ts": "let x;\n",
    },
  );
  const list = await openChanges(page, changed);
  await expect(list.locator(".hljs-comment")).toBeVisible();
  await list.getByRole("button", { name: "Comment on line 29" }).click();
  await page.keyboard.type("Why?");
  await page.keyboard.press("ControlOrMeta+Enter");
  await list.getByRole("button", { name: "Comment on old line 30" }).click();
  await expect(list.getByRole("textbox")).toBeFocused();
}

/** A note, an edited comment, a deleted one, and one being edited. */
async function openChangedComments(page: Page, malamar: Malamar): Promise<void> {
  const board = createBoard(malamar.url);
  const id = await board.createTeam([]);
  const task = await board.createTask(id, "Fix the login");
  await board.reachesReview(task.id);
  await board.note(task.id, "The old page stays until May.");
  const edited = await board.note(task.id, "Well dun.");
  await board.editComment(edited.id, "Well done.");
  await board.deleteComment((await board.note(task.id, "Meant for another task.")).id);
  await board.note(task.id, "To be changed.");
  await page.goto(`/workspaces/${id}/tasks/${task.id}`);
  const entries = page.getByRole("list", { name: "Timeline" }).getByRole("listitem");
  await expect(entries).toHaveCount(4);
  await entries.first().getByRole("button", { name: "More for this note" }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await expect(page.getByRole("textbox", { name: "Text of the note" })).toBeFocused();
}

/** An answer with actions, a failed one, a system message and an error. */
async function openBusyChat(page: Page, malamar: Malamar) {
  const open = await openChat(page, malamar, { agents: [demoAgent("Planner", "skip")] });
  const create = (name: string) =>
    `act ${JSON.stringify({ type: "create_agent", name, instruction: "x", cli_type: "demo" })}`;
  const { id } = open.chat;
  await open.chats.ask(
    id,
    script("say Looking.", "answer **Done**", create("Tester"), create("Planner")),
  );
  await open.chats.ask(id, script("exit 3 no"));
  await open.chats.attach(id, [new File(["x"], "notes.md")]);
  await expect(open.messages.getByText(/notes\.md/)).toBeVisible();
  return open;
}

const PLACES: Record<string, (page: Page, malamar: Malamar) => Promise<void>> = {
  "the list": async (page) => {
    await createWorkspace(page.request, "Website");
    await page.goto("/");
    await expect(page.getByRole("main").getByRole("link", { name: /Website/ })).toBeVisible();
  },
  "the list, with what needs you": async (page, malamar) => {
    const board = createBoard(malamar.url);
    const failing = await board.createTeam([demoAgent("Planner", "exit 3")]);
    await board.createTask(failing, "Cannot work");
    const id = await board.createTeam([]);
    for (let n = 0; n < 8; n++) await board.createTask(id, `Look at me ${n}`);
    await page.goto("/");
    await expect(page.getByRole("button", { name: /^Failing/ })).toBeVisible();
    await expect(page.getByRole("button", { name: /^In Review 8/ })).toBeVisible();
  },
  "a workspace without a team": async (page) => {
    const { id } = await createWorkspace(page.request, "Lonely");
    await page.goto(`/workspaces/${id}/tasks`);
    await expect(page.getByRole("button", { name: "Start with the sample team" })).toBeVisible();
  },
  "a task with comments that were changed": openChangedComments,
  "the changes of a task": openTaskChanges,
  "the palette": async (page, malamar) => {
    await openSampleTask(page, malamar);
    await page.keyboard.press("ControlOrMeta+k");
    await page.getByRole("combobox").fill("e");
    await expect(page.getByRole("option", { name: /Fix the login/ })).toBeVisible();
  },
  "the empty list": async (page) => {
    await deleteAllWorkspaces(page.request);
    await page.goto("/");
    await expect(page.getByText("No workspaces yet")).toBeVisible();
  },
  "the dialog for a workspace, with errors": async (page) => {
    await openHome(page);
    await page.getByRole("button", { name: "Create workspace" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Create workspace" }).click();
    await expect(page.getByText("must not be empty").first()).toBeVisible();
  },
  "the question before deleting": async (page) => {
    await openHome(page);
    await page.getByRole("button", { name: /Sample/ }).click();
    await page.getByRole("menuitem", { name: /Delete/ }).click();
    await expect(page.getByRole("alertdialog")).toBeVisible();
  },
  "a team": async (page) => {
    await openTeam(page, "Planner", "Reviewer");
    await expect(page.getByText("You are the Planner.")).toBeVisible();
  },
  "no team": async (page) => {
    await openTeam(page);
    await expect(page.getByText("has no agents")).toBeVisible();
  },
  "the dialog for an agent": async (page) => {
    await openTeam(page, "Planner");
    await page.getByRole("button", { name: "Edit Planner" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
  },
  "the settings, with an error and something unsaved": async (page) => {
    const { id } = await createWorkspace(page.request, "Website");
    await page.goto(`/workspaces/${id}/settings`);
    // On a busy machine it comes late enough to move the form.
    await expect(page.getByText("has no agents")).toBeVisible();
    await page.getByLabel("My project").check();
    await page.getByLabel("Max passes").fill("many");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("must be a number")).toBeVisible();
  },
  "the settings of a repository, with its worktrees": async (page) => {
    await openBranchSettings(page);
    await expect(page.getByText("Kept: no checkpoint")).toBeVisible();
  },
  "the question before a worktree is removed": async (page) => {
    await openBranchSettings(page);
    await page.getByRole("button", { name: /worktree of Import the photos/ }).click();
    await expect(page.getByRole("alertdialog")).toBeVisible();
  },
  "the dialog for a new workspace, on a repository": async (page, { home }) => {
    await answerAbout(page, { repository: () => repositoryFacts() });
    await page.goto("/");
    await page.getByRole("button", { name: "Create workspace" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox").fill(home);
    await expect(dialog.getByText("(recommended)")).toBeVisible();
  },
  "the shortcuts": async (page) => {
    await page.goto("/");
    await chooseInMenu(page, "Keyboard shortcuts");
    await expect(page.getByRole("dialog")).toBeVisible();
  },
  "the board, with the buttons of a card": async (page, malamar) => {
    await openBusyBoard(page, malamar);
    await page.keyboard.press("j");
    await expect(page.getByRole("group", { name: "Actions" })).toBeVisible();
  },
  "the empty board": async (page) => {
    const { id } = await createWorkspace(page.request, "Website");
    await page.goto(`/workspaces/${id}/tasks`);
    await expect(page.getByText("No tasks yet")).toBeVisible();
  },
  "the dialog for a task, with errors": async (page) => {
    const { id } = await createWorkspace(page.request, "Website");
    await page.goto(`/workspaces/${id}/tasks`);
    await page.getByRole("button", { name: "Create Task" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Create task" }).click();
    await expect(page.getByText("must not be empty")).toBeVisible();
  },
  "the question before deleting all done": async (page, malamar) => {
    await openBusyBoard(page, malamar);
    await page.getByRole("button", { name: "More for Done" }).click();
    await page.getByRole("menuitem", { name: "Delete all done…" }).click();
    await expect(page.getByRole("alertdialog")).toBeVisible();
  },
  "a live transcript": async (page, malamar) => {
    await openBusyBoard(page, malamar);
    await page.getByRole("link", { name: /Worked on/ }).click();
    await page.getByRole("tab", { name: "Transcript" }).click();
    await expect(page.getByRole("log").getByText("At work.")).toBeVisible();
  },
  "an unfolded transcript": async (page, malamar) => {
    await openBusyBoard(page, malamar);
    await page.getByRole("link", { name: /In review/ }).click();
    await page.getByRole("tab", { name: "Transcript" }).click();
    await page.getByRole("button", { name: "Previous run" }).click();
    const folds = page.getByRole("log").getByRole("button", { expanded: false });
    await expect(folds).toHaveCount(3);
    for (const left of [2, 1, 0]) {
      await folds.first().click();
      await expect(folds).toHaveCount(left);
    }
  },
  "a searched transcript": async (page, malamar) => {
    await openBusyBoard(page, malamar);
    await page.getByRole("link", { name: /Worked on/ }).click();
    await page.getByRole("tab", { name: "Transcript" }).click();
    const tools = page.getByRole("toolbar", { name: "Transcript" });
    await tools.getByRole("button", { name: "Search", exact: true }).click();
    await page.getByRole("textbox", { name: "Search this transcript" }).fill("work");
    await expect(page.getByRole("log").getByText("At work.")).toBeVisible();
  },
  "a task": async (page, malamar) => {
    await openSampleTask(page, malamar);
    await expect(page.getByRole("list", { name: "Timeline" })).toBeVisible();
  },
  "a task, being changed": async (page, malamar) => {
    await openSampleTask(page, malamar);
    await page
      .getByRole("heading", { name: /Fix the login/ })
      .getByRole("button")
      .click();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.press("Delete");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Summary must not be empty.")).toBeVisible();
    await page.getByRole("button", { name: "Add a description" }).click();
  },
  "the activity of a task": async (page, malamar) => {
    await openSampleTask(page, malamar);
    await page.getByRole("tab", { name: "Activity" }).click();
    await expect(page.getByText("You created the task")).toBeVisible();
  },
  "the settings of Malamar, all unfolded": async (page) => {
    const data = {
      slack_webhook_url: "https://hooks.slack.com/services/T/B/x",
      ntfy_token: "tk_1",
      cli_settings: { codex: { binary_path: "/no/such", env_vars: { KEY: "x", TOKEN: "y" } } },
    };
    await page.request.put("/api/settings", { data });
    await page.goto("/settings");
    for (const cli of ["Codex CLI", "OpenCode"]) {
      await page.getByRole("listitem", { name: cli }).getByText("Path and variables").click();
    }
    await page.getByRole("button", { name: "Replace the value of KEY" }).click();
    for (const channel of ["Email", "Webhook", "Slack", "Discord", "ntfy"]) {
      await page
        .getByRole("listitem", { name: channel })
        .getByText(channel, { exact: true })
        .click();
    }
    await page.getByLabel("Domain").fill("not a domain");
    await page.keyboard.press("Enter");
    await expect(page.getByText("must be a domain name")).toBeVisible();
  },
  "the chats": async (page, malamar) => {
    const { chats, workspaceId } = await openChat(page, malamar);
    await chats.create(workspaceId, { title: "Another" });
    await page.goto(`/workspaces/${workspaceId}/chats`);
    await expect(page.getByRole("link", { name: /Another/ })).toBeVisible();
  },
  "a workspace without chats": async (page) => {
    const { id } = await createWorkspace(page.request, "Website");
    await page.goto(`/workspaces/${id}/chats`);
    await expect(page.getByText("No conversations yet")).toBeVisible();
  },
  "a chat with everything in it": async (page, malamar) => {
    const { chats, chat, pane, messages } = await openBusyChat(page, malamar);
    await chats.send(chat.id, script("say At work.", gateIn(malamar).step));
    await expect(messages.getByText("At work.").last()).toBeVisible();
    await pane.getByRole("button", { name: "Details" }).first().click();
    await pane.getByRole("button", { name: "Transcript" }).first().click();
    await expect(messages.getByText("Looking.").first()).toBeVisible();
  },
  "a chat that nobody can answer": async (page, malamar) => {
    const { pane } = await openChat(page, malamar, { input: { cli_type: null } });
    await pane.getByRole("button", { name: /rename/ }).click();
    await expect(pane.getByRole("link", { name: "What to do" })).toBeVisible();
  },
  "the help": async (page) => {
    await page.goto("/help");
    await expect(page.getByRole("link", { name: /Concepts/ })).toBeVisible();
  },
  "an article of the help": async (page) => {
    await page.goto("/help/team-software");
    await expect(page.getByRole("heading", { name: "Bug hunt" })).toBeVisible();
  },
  "the login": async (page) => {
    await page.goto("/login");
    await expect(page.getByLabel("Token")).toBeVisible();
  },
  nowhere: async (page) => {
    await page.goto("/nowhere");
    await expect(page.getByText("There is nothing here")).toBeVisible();
  },
};

/** Where the most is open at once. Plain pages are checked below as well. */
const CROWDED = [
  "the list, with what needs you",
  "a task with comments that were changed",
  "the palette",
  "the question before deleting",
  "the dialog for an agent",
  "the settings, with an error and something unsaved",
  "the settings of a repository, with its worktrees",
  "the board, with the buttons of a card",
  "an unfolded transcript",
  "the changes of a task",
  "a searched transcript",
  "the settings of Malamar, all unfolded",
  "a chat with everything in it",
  "the login",
];

/** Pages that have no palette, or are the palette. */
const WITHOUT_PALETTE = ["the login", "the palette"];

for (const name of rounds(CROWDED, Object.keys(PLACES))) {
  test(`${name} has no accessibility violations, and the palette has all its buttons`, async ({
    page,
    malamar,
  }) => {
    await PLACES[name]!(page, malamar);
    expect(await violations(page)).toEqual([]);
    if (WITHOUT_PALETTE.includes(name)) return;
    expect(await buttonsNotInPalette(page)).toEqual([]);
  });
}

/** Every page is opened in each; the places above are looked at in a wide window already. */
const WIDTHS = [390, 1024, 1440].slice(0, rounds(1, 3));

for (const [which, pagesOf] of Object.entries(PAGE_SETS)) {
  for (const width of WIDTHS) {
    test(`${which} is without an accessibility violation at ${width} px in either theme`, async ({
      page,
      malamar,
    }) => {
      test.slow(rounds(false, true), "it opens all of them");
      const pages = await pagesOf(malamar);
      for (const [name, known] of fitting(pages, width)) {
        await page.setViewportSize({ width, height: 900 });
        await goTo(page, name, known);
        // The whole page: parts covered by the phone's bar count too.
        const height = await page.evaluate(() => document.documentElement.scrollHeight);
        await page.setViewportSize({ width, height });
        expect.soft(await violations(page), name).toEqual([]);
      }
    });
  }
}

test("the menus of a chat have no accessibility violations in either theme", async ({
  page,
  malamar,
}) => {
  const { pane } = await openChat(page, malamar, { agents: [demoAgent("Planner", "skip")] });
  for (const menu of [/^Agent/, /^CLI/]) {
    await pane.getByRole("button", { name: menu }).click();
    await expect(page.getByRole("menuitemradio").first()).toBeVisible();
    expect(await violations(page, "[role=menu]")).toEqual([]);
    await page.keyboard.press("Escape");
  }
});

test("a comment's menu and its question have no accessibility violations in either theme", async ({
  page,
  malamar,
}) => {
  await openSampleTask(page, malamar);
  await page.getByRole("button", { name: "More for this comment" }).click();
  await expect(page.getByRole("menuitem")).toHaveCount(2);
  expect(await violations(page, "[role=menu]")).toEqual([]);
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  expect(await violations(page, "[role=alertdialog]")).toEqual([]);
});

test("the API document has no accessibility violations", async ({ page }) => {
  await page.goto("/api/docs");
  await page.getByText("List the team in order").click();
  expect(await violations(page)).toEqual([]);
});

test("with system colours, selected, switched-on and working items still stand out", async ({
  page,
  malamar,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  const { chats, chat, workspaceId } = await openChat(page, malamar);
  await chats.send(chat.id, script("say At work.", gateIn(malamar).step));
  await page.goto(`/workspaces/${workspaceId}/chats`);
  const look = (locator: Locator, property: "backgroundColor" | "outlineStyle" | "borderColor") =>
    locator.evaluate((element, name) => getComputedStyle(element)[name], property);
  const canvas = await look(page.locator("body"), "backgroundColor");
  const dot = page.getByRole("main").locator("[data-slot=working-dot]");
  await expect(dot).toBeVisible();
  expect(await look(dot, "backgroundColor")).not.toBe(canvas);
  const tab = (name: string) => workspaceTabs(page).getByRole("link", { name });
  expect(await look(tab("Chats"), "outlineStyle")).toBe("solid");
  expect(await look(tab("Tasks"), "outlineStyle")).toBe("none");
  await page.getByRole("button", { name: "New chat" }).click();
  await expect(page.getByRole("menu")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  const item = page.getByRole("menuitem", { name: "Malamar agent" });
  await expect(item).toBeFocused();
  expect(await look(item, "outlineStyle")).toBe("solid");

  await page.goto("/settings");
  const keys = page.getByRole("switch", { name: "Single-key shortcuts" });
  const isOn = await look(keys, "backgroundColor");
  await keys.uncheck();
  expect(await look(keys, "backgroundColor")).not.toBe(isOn);
  expect(await look(keys.locator("+ *"), "backgroundColor")).not.toBe(canvas);
});

test("at twice the size, by zoom or by font size, everything is there", async ({
  page,
  malamar,
}) => {
  const { chats, chat, box, messages, workspaceId, address } = await openChat(page, malamar);
  await chats.ask(chat.id, script("answer Here."));
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await page.setViewportSize({ width: 640, height: 400 });
  await expect(box).toBeInViewport();
  await expect(messages.getByText("Here.", { exact: true })).toBeInViewport();
  expect((await messages.boundingBox())!.height).toBeGreaterThan(180);
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const path of [
    address,
    `/workspaces/${workspaceId}/settings`,
    "/settings",
    "/help/safety",
  ]) {
    await page.goto(path);
    await expect(page.getByRole("heading").first()).toBeVisible();
    await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
    expect(await wide(), path).toBeLessThanOrEqual(0);
  }
});

test("reduced motion is respected", async ({ page, malamar }) => {
  const durations = () =>
    page.evaluate(() =>
      [...document.querySelectorAll("*")]
        .filter((element) => {
          const { transitionDuration, animationDuration } = getComputedStyle(element);
          return [transitionDuration, animationDuration].some(
            (text) => Number.parseFloat(text) > 0,
          );
        })
        .map((element) => element.tagName),
    );
  await openBusyBoard(page, malamar);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  expect(await durations()).not.toEqual([]);
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await durations()).toEqual([]);
  await page.getByRole("link", { name: /Worked on/ }).click();
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  expect(await durations()).toEqual([]);
});

/** What forced colours leave of an element's look. */
function colourOf(locator: Locator, property: "borderBottomColor" | "backgroundColor" | "color") {
  return locator.first().evaluate((element, name) => getComputedStyle(element)[name], property);
}

test("forced colours keep selected, switched-on and working items visible", async ({
  page,
  malamar,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await openBusyBoard(page, malamar);
  const empty = await colourOf(page.locator("body"), "backgroundColor");
  const edge = (locator: Locator) => colourOf(locator, "borderBottomColor");
  const fill = (locator: Locator) => colourOf(locator, "backgroundColor");
  const tabs = workspaceTabs(page);
  expect(await edge(tabs.getByRole("link", { name: "Chats" }))).toBe(empty);
  expect(await edge(tabs.getByRole("link", { name: "Tasks" }))).not.toBe(empty);
  const running = page.getByRole("link", { name: /Worked on/ }).locator("[data-outcome=running]");
  expect(await colourOf(running, "color")).not.toBe(empty);

  await page.keyboard.press("?");
  const keys = page.getByRole("switch", { name: "Single-key shortcuts" });
  expect(await fill(keys)).not.toBe(empty);
  await keys.uncheck();
  expect(await fill(keys)).toBe(empty);
  await page.keyboard.press("Escape");

  await page.getByRole("link", { name: /Worked on/ }).click();
  expect(await edge(page.getByRole("tab", { name: "Activity" }))).toBe(empty);
  expect(await edge(page.getByRole("tab", { name: "Timeline" }))).not.toBe(empty);
  await page.keyboard.press("Escape");

  await page.setViewportSize({ width: 360, height: 740 });
  const columns = page.getByRole("group", { name: "Column" }).locator("label");
  expect(await edge(columns.filter({ hasNot: page.locator(":checked") }))).toBe(empty);
  expect(await edge(columns.filter({ has: page.locator(":checked") }))).not.toBe(empty);
});

test("text at twice the size, or a window zoomed to twice, widens no page", async ({
  page,
  malamar,
}) => {
  const id = await openBusyBoard(page, malamar);
  const address = await page.getByRole("link", { name: /Worked on/ }).getAttribute("href");
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  const pages: [path: string, shows: Locator, keys: string][] = [
    ["/", page.getByRole("heading", { name: "Workspaces" }), ""],
    [`/workspaces/${id}/tasks`, page.locator("[data-task-id]").first(), "c"],
    [address!, page.getByRole("tab", { name: "Timeline" }), "?"],
  ];
  const windows = [
    { width: 640, height: 400, text: "100%" },
    { width: 1280, height: 800, text: "200%" },
    { width: 360, height: 740, text: "200%" },
  ];
  for (const { width, height, text } of windows) {
    await page.setViewportSize({ width, height });
    for (const [path, shows, key] of pages) {
      await page.goto(path);
      await page.evaluate((size) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(`html { font-size: ${size} }`);
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
      }, text);
      await expect(shows).toBeVisible();
      expect(await overflow(), `${path} at ${width} px, text of ${text}`).toBe(0);
      if (key === "") continue;
      await page.keyboard.press(key);
      await expect(page.getByRole("dialog").last()).toBeVisible();
      expect(await overflow(), `${key} on ${path} at ${width} px`).toBe(0);
    }
  }
});

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

test("every target on a phone is large enough", async ({ browser, malamar }) => {
  const context = await browser.newContext({ baseURL: malamar.url, ...PHONE });
  const page = await context.newPage();
  await openTeam(page, "Planner", "Reviewer");
  expect(await smallTargets(page)).toEqual([]);
  await openBusyBoard(page, malamar);
  expect(await smallTargets(page)).toEqual([]);
  // Its column is next to the one that a phone shows first.
  const address = await page.getByRole("link", { name: /Worked on/ }).getAttribute("href");
  await page.goto(address!);
  for (const tab of ["Timeline", "Transcript", "Activity"]) {
    await page.getByRole("tab", { name: tab }).click();
    await expect(page.getByRole("tabpanel", { name: tab })).toContainText("Implementer");
    expect(await smallTargets(page), tab).toEqual([]);
  }
  await page.goto(`${page.url().split("/tasks")[0]}/settings`);
  await expect(page.getByLabel("Title")).toBeVisible();
  expect(await smallTargets(page)).toEqual([]);
  await PLACES["the settings of Malamar, all unfolded"]!(page, malamar);
  expect(await smallTargets(page)).toEqual([]);
  await page.goto("/help/concepts");
  await page.getByText("All articles").tap();
  await expect(page.getByRole("link", { name: "The idea" })).toBeVisible();
  expect(await smallTargets(page)).toEqual([]);
  await context.close();
});

/** What opens over a page, and has its own layout on a phone. */
const OVERLAYS = [
  "the palette",
  "the dialog for a task, with errors",
  "the dialog for an agent",
  "the question before deleting",
];

for (const [which, pagesOf] of rounds([], Object.entries(PAGE_SETS))) {
  test(`every target of ${which} is large enough on a phone`, async ({ browser, malamar }) => {
    test.slow();
    const context = await browser.newContext({ baseURL: malamar.url, ...PHONE });
    const page = await context.newPage();
    for (const [name, known] of fitting(await pagesOf(malamar), PHONE.viewport.width)) {
      await goTo(page, name, known);
      expect.soft(await smallTargets(page), name).toEqual([]);
    }
    await context.close();
  });
}

for (const name of rounds([], OVERLAYS)) {
  test(`every target of ${name} is large enough on a phone`, async ({ browser, malamar }) => {
    const context = await browser.newContext({ baseURL: malamar.url, ...PHONE });
    const page = await context.newPage();
    await PLACES[name]!(page, malamar);
    expect(await smallTargets(page)).toEqual([]);
    await context.close();
  });
}
