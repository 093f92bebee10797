import { join } from "node:path";
import { deflateSync } from "node:zlib";
import type { Page, Request, Route } from "@playwright/test";
import { rounds } from "@malamar/server/testing/rounds.ts";
import type { Comment } from "../support/board.ts";
import { changeList, fileIn, linesIn, openChanges } from "../support/changes.ts";
import { createBoard, demoAgent } from "../support/board.ts";
import { createChats, script } from "../support/chat-pages.ts";
import { expect, test } from "../support/fixtures.ts";
import { createChangedTask, numberedLines, writeFiles } from "../support/changed-tasks.ts";
import { startMalamar } from "../support/malamar.ts";
import { createRepository } from "../support/repositories.ts";
import { taskView, timeline } from "../support/task-pages.ts";
import { until } from "../support/until.ts";

const CODE = "export function add(a: number, b: number) {\n  return a + b;\n}\n";
const CHANGED = CODE.replace("a + b", "a - b");

/** What a screen reader hears about the marked line. */
const said = (page: Page) => taskView(page).locator("[data-slot=changes] output");

test("with the keyboard alone, changes are read and comments on lines sent as one", async ({
  page,
  malamar,
}) => {
  const changed = await createChangedTask(
    malamar,
    { "src/add.ts": CODE, "src/far.txt": numberedLines(1, 60) },
    {
      "src/add.ts": CHANGED,
      "src/far.txt": numberedLines(1, 60).replace("line 30\n", "LINE 30\n"),
    },
  );
  const list = await openChanges(page, changed);
  const tab = taskView(page).getByRole("tab", { name: /^Changes/ });
  await expect(tab).toHaveText(/Changes\s*2 files\s*\+2 added\s*−2 removed/);
  await expect(linesIn(fileIn(list, "src/add.ts"))).toHaveText([
    "export function add(a: number, b: number) {",
    "  return a + b;",
    "  return a - b;",
    "}",
  ]);
  // The word that changed, and colours from the worker.
  await expect(list.locator(".bg-added-mark", { hasText: "-" }).last()).toHaveText("-");
  await expect(list.locator("code .hljs-keyword").first()).toHaveText("export");

  // Without a marked line, the next change is meant.
  await page.keyboard.press("c");
  const box = list.getByRole("textbox", { name: "Comment on old line 2 of src/add.ts" });
  await expect(box).toBeFocused();
  await box.fill("Why not plus?");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(list).toBeFocused();

  await page.keyboard.press("n");
  await expect(said(page)).toHaveText("line 30, removed: line 30");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("c");
  await page.keyboard.type("A range.");
  // A reload loses nothing that was typed.
  await page.reload();
  await expect(list.getByText("A range.")).toBeVisible();
  await expect(list.getByText("Why not plus?")).toBeVisible();

  await page.getByRole("button", { name: "Send 2 comments" }).press("Enter");
  await expect(page.getByText("2 comments sent to the team")).toBeVisible();
  await expect(list.getByText("A range.")).toBeHidden();
  const [comment, ...others] = (await changed.board.comments(changed.task.id)).filter(
    ({ content }: Comment) => content.includes("A range."),
  );
  expect(others).toEqual([]);
  expect(comment?.content).toContain("Why not plus?");
  expect(comment?.content).toContain("LINE 30\nline 31");
  await changed.board.reachesReview(changed.task.id);
});

test("of 5,000 files only what is near is fetched and drawn, and the last one is a search away", async ({
  page,
  malamar,
}) => {
  const names = Array.from({ length: 5_000 }, (_, at) => `part${at % 50}/file${at}.ts`);
  const changed = await createChangedTask(
    malamar,
    { "README.md": numberedLines(1, 10_000) },
    {
      ...Object.fromEntries(names.map((name) => [name, `export const name = "${name}";\n`])),
      "README.md": null,
    },
  );
  let underWay = 0;
  let most = 0;
  let patches = 0;
  const isPatch = (request: Request) => request.url().includes("/changes/patch");
  page.on("request", (request) => {
    if (!isPatch(request)) return;
    patches++;
    most = Math.max(most, ++underWay);
  });
  const end = (request: Request) => {
    if (isPatch(request)) underWay--;
  };
  page.on("requestfinished", end);
  page.on("requestfailed", end);
  const list = await openChanges(page, changed);
  await expect(linesIn(list).first()).toHaveText('export const name = "part0/file0.ts";');
  const figures = "Changes 5,001 files +5,000 added −10,000 removed";
  await expect(page.getByRole("tab", { name: figures })).toBeVisible();
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  for (const width of [1024, 1280]) {
    await page.setViewportSize({ width, height: 720 });
    expect(await overflow(), `${width} px`).toBeLessThanOrEqual(0);
  }
  expect(patches).toBeLessThanOrEqual(50);
  expect(most).toBeLessThanOrEqual(6);
  const count = () => page.evaluate(() => document.querySelectorAll("*").length);
  expect(await count()).toBeLessThan(3_000);

  const tree = page.getByRole("tree", { name: "Changed files" });
  // The Tab key leads to it wherever it is scrolled.
  await tree.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
  await expect(tree.getByRole("treeitem", { name: /file959\.ts/ })).toBeVisible();
  await expect(tree.locator("[tabindex='0']")).toHaveCount(1);
  await page.getByRole("searchbox", { name: "Filter files" }).fill("file4999.");
  await expect(tree.getByRole("treeitem")).toHaveCount(2);
  await tree.getByRole("treeitem", { name: /file4999\.ts/ }).click();
  await expect(linesIn(fileIn(list, "part49/file4999.ts"))).toHaveText([
    'export const name = "part49/file4999.ts";',
  ]);
  expect(await count()).toBeLessThan(3_000);
});

test("12,000 lines are a few hundred elements, in one column and in two", async ({
  page,
  malamar,
}) => {
  const before = numberedLines(1, 6_000, "export const before =");
  const after = numberedLines(1, 6_000, "export const after =");
  const changed = await createChangedTask(malamar, { "big.ts": before }, { "big.ts": after });
  const list = await openChanges(page, changed);
  // It is folded, because nobody reads that many lines without wanting to.
  await list
    .getByRole("button", { name: /big\.ts/ })
    .first()
    .click();
  await expect(linesIn(list).first()).toHaveText("export const before = 1");
  const count = () => list.evaluate((element) => element.querySelectorAll("*").length);
  expect(await count()).toBeLessThan(3_000);

  // What is being written stays there, however far away the list is scrolled.
  await list.getByRole("button", { name: "Comment on old line 1", exact: true }).click();
  const box = list.getByRole("textbox");
  await expect(box).toBeFocused();
  await list.evaluate((element) => element.scrollTo({ top: 20_000 }));
  await expect(linesIn(list).last()).toHaveText(/before = 1\d\d\d$/);
  await page.keyboard.type("very");
  await expect(box).toHaveValue("very");
  await box.fill("");
  await page.keyboard.press("Escape");
  await expect(box).toBeHidden();
  // The ring is on the marked line, or on the list if that is out of sight.
  await page.keyboard.press("n");
  await expect(list).toHaveCSS("outline-style", "none");
  await list.evaluate((element) => element.scrollTo({ top: 20_000 }));
  await expect(list).toHaveCSS("outline-style", "solid");
  await list.evaluate((element) => element.scrollTo({ top: 0 }));

  await page.getByRole("button", { name: "Split" }).click();
  await expect(linesIn(list).nth(1)).toHaveText("export const after = 1");
  expect(await count()).toBeLessThan(3_000);
  await list.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
  await expect(linesIn(list).last()).toHaveText("export const after = 6000");
  await expect(list.locator("code .hljs-keyword").last()).toBeVisible();
  expect(await count()).toBeLessThan(3_000);
});

test("a viewed file folds and stays so in every tab, until it changes again", async ({
  page,
  malamar,
  newTab,
}) => {
  const changed = await createChangedTask(
    malamar,
    { "a.txt": "a\n", "b.txt": "b\n" },
    { "a.txt": "A\n", "b.txt": "B\n" },
  );
  const other = await openChanges(await newTab(), changed);
  const list = await openChanges(page, changed);
  await page.keyboard.press("j");
  await page.keyboard.press("v");
  await expect(said(page)).toHaveText("b.txt, file 2 of 2");
  await expect(other.getByRole("checkbox", { name: "Viewed: a.txt" })).toBeChecked();
  await expect(taskView(page).getByText("1 of 2 viewed")).toBeVisible();
  await page.reload();
  await expect(fileIn(list, "a.txt").getByRole("button", { expanded: false })).toBeVisible();
  await expect(list.getByRole("checkbox", { name: "Viewed: a.txt" })).toBeChecked();
  await expect(list.getByRole("checkbox", { name: "Viewed: b.txt" })).not.toBeChecked();

  await changed.change({ "a.txt": "AA\n" });
  await expect(linesIn(fileIn(list, "a.txt"))).toHaveText(["a", "AA"]);
  await expect(list.getByRole("checkbox", { name: "Viewed: a.txt" })).not.toBeChecked();
});

test("a comment follows its line, and says so when that is gone", async ({ page, malamar }) => {
  const changed = await createChangedTask(
    malamar,
    { "a.txt": numberedLines(1, 9) },
    { "a.txt": numberedLines(1, 9).replace("line 5\n", "five\n") },
  );
  const list = await openChanges(page, changed);
  const file = fileIn(list, "a.txt");
  await file.getByRole("button", { name: "Comment on line 5", exact: true }).click();
  await page.keyboard.type("Five what?");
  await page.keyboard.press("Escape");
  const draft = list.getByRole("article", { name: /^Your comment/ });
  await draft.getByRole("button", { name: "Edit" }).click();
  await page.keyboard.type(" Nothing of this is meant.");
  await list.getByRole("button", { name: "Cancel" }).click();
  await expect(draft.getByText("Five what?", { exact: true })).toBeVisible();
  await draft.getByRole("button", { name: "Delete the comment" }).click();
  await expect(draft).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(draft.getByText("Five what?", { exact: true })).toBeVisible();

  await changed.change({ "a.txt": `new\n${numberedLines(1, 9).replace("line 5\n", "five\n")}` });
  await expect(linesIn(file).first()).toHaveText("new");
  await expect(draft).toHaveAccessibleName("Your comment on line 6 of a.txt");

  await changed.change({ "a.txt": `new\n${numberedLines(1, 9)}` });
  await expect(draft.getByText("outdated")).toBeVisible();
  await expect(draft.getByText("five", { exact: true })).toBeVisible();

  // Nobody works on a task that is Done.
  await changed.board.moveToDone(changed.task.id);
  await page.getByRole("button", { name: "Add 1 comment as a note" }).click();
  await expect(page.getByText("1 comment added as a note")).toBeVisible();
  await expect(draft).toBeHidden();
  const sent = (await changed.board.comments(changed.task.id)).at(-1)!;
  expect(sent.is_note).toBe(true);
  expect(sent.content).toContain("**Line 5, outdated**\n\n```\nfive\n```\n\nFive what?");
});

test("in some of the changes, comments on the others wait, and sending some is a look at them", async ({
  page,
  malamar,
}) => {
  const changed = await createChangedTask(
    malamar,
    { "a.txt": "a\n", "b.txt": "b\n" },
    { "a.txt": "A\n" },
  );
  await changed.change({ "b.txt": "B\n" });
  const list = await openChanges(page, changed);
  const scope = page.getByRole("combobox", { name: "Which changes" });
  for (const name of ["a.txt", "b.txt"]) {
    await fileIn(list, name)
      .getByRole("button", { name: "Comment on line 1", exact: true })
      .click();
    await page.keyboard.type(`About ${name}.`);
    await page.keyboard.press("Escape");
  }
  await expect(page.getByRole("button", { name: "Send 2 comments" })).toBeVisible();
  const stored = await changed.get<{ id: string }[]>("/checkpoints");
  await scope.selectOption(stored.at(-2)!.id);
  await expect(list.getByRole("region")).toHaveCount(1);
  const bar = page.getByRole("region", { name: "Review" });
  await expect(bar).toContainText("1 more is on lines that are not shown here.");
  await expect(bar).not.toContainText("outdated");
  // Whoever looks at an older state has not seen what came after it.
  await expect(page.getByRole("button", { name: "I have looked" })).toBeHidden();

  await bar.getByRole("button", { name: "Show all changes" }).click();
  await expect(page.getByRole("button", { name: "Send 2 comments" })).toBeVisible();

  await page.getByRole("button", { name: "I have looked" }).click();
  await changed.change({ "c.txt": "c\n" });
  await scope.selectOption("Since I looked");
  await expect(list.getByRole("region")).toHaveCount(1);
  await fileIn(list, "c.txt")
    .getByRole("button", { name: "Comment on line 1", exact: true })
    .click();
  await page.keyboard.type("About c.txt.");
  await page.keyboard.press("Escape");
  // So that no agent changes anything.
  await changed.board.changeTask(changed.task.id, { is_on_hold: true });
  await page.getByRole("button", { name: "Send 1 comment" }).click();
  await expect(taskView(page).getByText("Nothing changed since you looked")).toBeVisible();
  await expect(bar).toContainText("2 comments are on lines that are not shown here.");
});

test("every kind of change says what it is", async ({ page, malamar }) => {
  const text = numberedLines(1, 20);
  const changed = await createChangedTask(
    malamar,
    {
      "binary.dat": Uint8Array.of(0, 1, 2),
      "gone.txt": "gone\n",
      "moved.txt": text,
      "package-lock.json": "{}\n",
      "picture.png": png(2),
      "script.sh": "echo\n",
      "windows.txt": "a\r\nb\r\n",
    },
    {
      "big.txt": numberedLines(1, 20_001),
      "bundle.js": "x".repeat(5_001),
      "huge.txt": "x".repeat(10 * 1024 * 1024 + 1),
      "binary.dat": Uint8Array.of(0, 1, 2, 3),
      "gone.txt": null,
      "moved.txt": null,
      "new place.txt": `${text}more\n`,
      "package-lock.json": "{ }\n",
      "picture.png": png(3),
      "windows.txt": "a\nb\n",
    },
  );
  const list = await openChanges(page, changed);
  const file = (path: string) => fileIn(list, path);
  const tooLarge = file("big.txt");
  await tooLarge.getByRole("button", { expanded: false }).click();
  await expect(tooLarge).toContainText("Too large to show. Open big.txt");
  await expect(tooLarge.getByRole("link", { name: "Open big.txt" })).toHaveAttribute(
    "href",
    /\/blob\?checkpoint=.{21}&path=big\.txt$/,
  );
  // Nobody wrote that line.
  await expect(file("bundle.js").getByRole("button", { expanded: false })).toHaveText(
    /folded: very long lines/,
  );
  await expect(file("huge.txt")).toContainText("Too large to show, and larger than 10 MiB.");
  await expect(file("huge.txt").getByRole("link")).toHaveCount(0);
  await expect(file("binary.dat")).toContainText("Binary file, 3 B → 4 B");
  // It is as high as what it says, and the space before the next file.
  const below = file("binary.dat").evaluate((section) => {
    const bottom = section.querySelector("[data-row]")!.getBoundingClientRect().bottom;
    return section.getBoundingClientRect().bottom - bottom;
  });
  expect(await below).toBeCloseTo(12, 0);
  await expect(file("gone.txt").getByRole("button", { expanded: false })).toBeVisible();
  await expect(file("new place.txt").getByRole("button", { expanded: true })).toHaveText(
    /Renamed.*moved\.txt.*new place\.txt/,
  );
  await expect(file("new place.txt")).toContainText(/9\d% similar/);
  await expect(file("package-lock.json")).toContainText("Generated");
  await page.keyboard.press("End");
  const pictures = file("picture.png").getByRole("img");
  await expect(pictures).toHaveCount(2);
  await expect(file("picture.png")).toContainText("Before · 2 × 2");
  await expect(file("picture.png")).toContainText("After · 3 × 3");
  await expect(linesIn(file("windows.txt"))).toHaveText(["a CR LF", "b CR LF", "a LF", "b LF"]);
});

test("unchanged lines show on demand, and the first line in sight stays where it is", async ({
  page,
  malamar,
}) => {
  const text = numberedLines(1, 200);
  const changed = await createChangedTask(
    malamar,
    { "a.txt": text },
    { "a.txt": text.replace("line 100\n", "hundred\n") },
  );
  const list = await openChanges(page, changed);
  await expect(linesIn(list)).toHaveCount(8);
  await list.getByRole("button", { name: "Show 20 more lines above the next change" }).click();
  await expect(linesIn(list)).toHaveCount(28);
  await expect(linesIn(list).first()).toHaveText("line 77");
  await list.getByRole("button", { name: "Show all 76 unchanged lines" }).click();
  await expect(linesIn(list).first()).toHaveText("line 1");
  // With more lines around each change, the gaps are others.
  await page.getByRole("button", { name: "View options" }).click();
  await page.getByRole("menuitemradio", { name: "10 lines around each change" }).click();
  await expect(linesIn(list)).toHaveCount(22);
});

test("files go back to a stored state, and the other way", async ({ page, malamar }) => {
  const changed = await createChangedTask(malamar, { "a.txt": "a\n" }, { "a.txt": "first\n" });
  await changed.change({ "a.txt": "second\n" });
  const list = await openChanges(page, changed);
  await expect(linesIn(list)).toHaveText(["a", "second"]);
  const stored = await changed.get<{ id: string }[]>("/checkpoints");
  await page.getByRole("combobox", { name: "Which changes" }).selectOption(stored.at(-2)!.id);
  await expect(linesIn(list)).toHaveText(["a", "first"]);
  await page.getByRole("button", { name: "Restore", exact: true }).click();
  const question = page.getByRole("alertdialog", { name: "Restore these files?" });
  await expect(question).toContainText("Since then 1 file changed.");
  await expect(question).not.toContainText("your own folder");
  await expect(question).toContainText("stores the current state first, so you can undo this");
  await question.getByRole("button", { name: "Restore files" }).click();
  await expect(question).toBeHidden();
  await expect(linesIn(list)).toHaveText(["a", "first"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Restore undone")).toBeVisible();
  await expect(linesIn(list)).toHaveText(["a", "second"]);
});

test("a run leads to what it changed, and what was looked at is left out", async ({
  page,
  malamar,
}) => {
  const repository = createRepository(join(malamar.home, "project"), { "a.txt": "a\n" });
  const board = createBoard(malamar.url);
  const workspaceId = await board.createTeam(
    [
      demoAgent("Planner", "write a.txt planned"),
      demoAgent("Coder", "write b.txt coded", "comment Please look.", "review"),
    ],
    { working_directory_mode: "git", working_directory_path: repository },
  );
  const task = await board.createTask(workspaceId, "Fix the login");
  await board.reachesReview(task.id);
  await page.goto(`/workspaces/${workspaceId}/tasks/${task.id}`);
  const entries = timeline(taskView(page));
  await entries
    .filter({ hasText: "Coder" })
    .getByRole("link", { name: "Changes of Coder" })
    .click();
  const list = changeList(page);
  await expect(list.getByRole("region")).toHaveCount(1);
  await expect(linesIn(fileIn(list, "b.txt"))).toHaveText(["coded"]);
  const scope = page.getByRole("combobox", { name: "Which changes" });
  await expect(scope.locator("option:checked")).toHaveText("Run: Coder, pass 1");
  await scope.selectOption("pass-1");
  await expect(list.getByRole("region")).toHaveCount(2);

  await page.getByRole("button", { name: "I have looked" }).click();
  await scope.selectOption("Since I looked");
  await expect(taskView(page).getByText("Nothing changed since you looked")).toBeVisible();
  const { working_directory } = await board.task(task.id);
  writeFiles(working_directory, { "c.txt": "mine\n" });
  await board.comment(task.id, "Continue.");
  await expect(linesIn(fileIn(list, "c.txt"))).toHaveText(["mine"]);
  await board.reachesReview(task.id);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("changes fit the screen, and a tap on a number begins a comment", async ({
    page,
    malamar,
  }) => {
    const changed = await createChangedTask(
      malamar,
      { "src/a/very/long/path/to/add.ts": CODE, "src/old.txt": numberedLines(1, 20) },
      {
        "src/a/very/long/path/to/add.ts": CHANGED,
        "src/old.txt": null,
        "src/new.txt": `${numberedLines(1, 20)}more\n`,
        "src/other.ts": "let other = true;\n",
      },
    );
    const list = await openChanges(page, changed);
    await expect(linesIn(list).first()).toBeVisible();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(390);
    await expect(list).toContainText(/Renamed from src\/old\.txt · 9\d% similar/);
    const number = (line: number) =>
      list.getByRole("button", { name: `Comment on line ${line}`, exact: true }).first();
    await number(2).tap();
    await expect(list.getByRole("textbox", { name: /^Comment on line 2 of/ })).toBeFocused();
    // Fingers cannot drag over several numbers.
    await number(3).tap();
    await expect(list.getByRole("textbox", { name: /^Comment on lines 2 to 3 of/ })).toBeFocused();
    await page.keyboard.type("Hm.");
    await list.getByRole("button", { name: "Add comment" }).tap();
    await expect(page.getByRole("button", { name: "Send 1 comment" })).toBeVisible();

    await page.getByRole("button", { name: "Files 0/3 viewed" }).tap();
    await expect(list).toBeHidden();
    await page.getByRole("treeitem", { name: /other\.ts/ }).tap();
    await expect(linesIn(fileIn(list, "src/other.ts"))).toHaveText(["let other = true;"]);
  });
});

test("a workspace from before has checkpoints once a person wants them", async ({
  page,
  malamar,
}) => {
  const repository = createRepository(join(malamar.home, "project"), { "a.txt": "a\n" });
  const board = createBoard(malamar.url);
  const workspaceId = await board.createTeam(
    [demoAgent("Coder", "write a.txt coded", "comment Please look.", "review")],
    { working_directory_mode: "static", working_directory_path: repository, checkpoints: false },
  );
  const task = await board.createTask(workspaceId, "Fix the login");
  await board.reachesReview(task.id);
  await page.goto(`/workspaces/${workspaceId}/tasks/${task.id}?tab=changes`);
  await expect(page.getByText("Checkpoints are off for this workspace.")).toBeVisible();
  await page.getByRole("button", { name: "Turn on checkpoints" }).click();
  await expect(page.getByText("No changes yet")).toBeVisible();
  writeFiles(repository, { "a.txt": "before the run\n" });
  await board.comment(task.id, "Once more.");
  await expect(linesIn(changeList(page))).toHaveText(["before the run", "coded"]);
  await board.reachesReview(task.id);
  await page.getByRole("combobox", { name: "Which changes" }).selectOption("When the work began");
  await page.getByRole("button", { name: "Restore", exact: true }).click();
  const question = page.getByRole("alertdialog", { name: "Restore these files?" });
  await expect(question).toContainText(
    `This is your own folder ${repository}: what you and other tasks changed there is undone too.`,
  );
});

test("an answer in a chat leads to what it changed, and back", async ({ page, malamar }) => {
  const repository = createRepository(join(malamar.home, "project"), { "a.txt": "a\n" });
  const board = createBoard(malamar.url);
  const chats = createChats(malamar.url);
  const workspaceId = await board.createTeam([demoAgent("Planner", "skip")], {
    working_directory_mode: "static",
    working_directory_path: repository,
    checkpoints: true,
  });
  const [planner] = await board.agents(workspaceId);
  const chat = await chats.create(workspaceId, { agent_id: planner!.id });
  await chats.ask(chat.id, script("write a.txt answered", "answer It is mended."));
  await page.goto(`/workspaces/${workspaceId}/chats/${chat.id}`);
  await page.getByRole("link", { name: "Changes" }).click();
  const list = page.getByRole("group", { name: "Changed lines" });
  await expect(linesIn(fileIn(list, "a.txt"))).toHaveText(["a", "answered"]);
  await expect(page.getByRole("button", { name: "I have looked" })).toBeHidden();
  await page.getByRole("link", { name: "Messages" }).click();
  await expect(page.getByText("It is mended.").last()).toBeVisible();
});

test.describe("what cannot be loaded", () => {
  test.use({ allowedNoise: /Failed to load resource/ });

  test("is said where it is missing, and comes when it is tried again", async ({
    page,
    malamar,
  }) => {
    const text = numberedLines(1, 80);
    const changed = await createChangedTask(
      malamar,
      { "a.txt": text },
      { "a.txt": text.replace("line 60\n", "LINE 60\n") },
    );
    const [first] = await changed.get<{ id: string }[]>("/checkpoints");
    await markRetries(page);
    await failUntilRetried(page, /\/checkpoints/);
    await page.goto(`${changed.address}&show=${first!.id}`);
    await expect(page.getByText("The checkpoints could not be loaded")).toBeVisible();
    await page.goto(changed.address);
    await expect(page.getByText("Couldn’t load the passes and runs.")).toBeVisible();
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByText("Couldn’t load the passes and runs.")).toBeHidden();
    await page.unroute(/\/checkpoints/);

    await page.route(/\/worktrees$/, async (route) => {
      const response = await route.fetch();
      const list = (await response.json()) as { worktrees: object[] };
      const worktrees = list.worktrees.map((each) => ({ ...each, problem: "the disk is full" }));
      await route.fulfill({ response, json: { ...list, worktrees } });
    });
    await failUntilRetried(page, /\/(changes|blob)\?/);
    await page.goto(changed.address);
    await expect(
      page.getByText("The newest changes may not be shown: the disk is full."),
    ).toBeVisible();
    await expect(page.getByText("The repository /project is gone.")).toBeVisible();
    // There is a way to other changes.
    await expect(page.getByRole("combobox", { name: "Which changes" })).toBeVisible();
    await page.getByRole("button", { name: "Retry" }).click();
    const list = changeList(page);
    await expect(linesIn(list)).toHaveCount(8);

    await page.unroute(/\/(changes|blob)\?/);
    await failUntilRetried(page, /\/blob\?/);
    await list.getByRole("button", { name: "Show 20 more lines above the next change" }).click();
    await expect(list.getByText("These lines could not be loaded.")).toBeVisible();
    await list.getByRole("button", { name: "Retry" }).click();
    await expect(linesIn(list)).toHaveCount(28);
  });
});

async function markRetries(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const mark = ({ target }: Event) => {
      if (!(target instanceof Element) || target.textContent !== "Retry") return;
      document.documentElement.dataset["isRetried"] = "";
    };
    addEventListener("click", mark, { capture: true });
  });
}

/** Only the button may help: the page asks again now and then, whatever a person does. */
async function failUntilRetried(page: Page, path: RegExp): Promise<void> {
  await page.evaluate(() => delete document.documentElement.dataset["isRetried"]);
  const isRetried = () =>
    page.evaluate(() => "isRetried" in document.documentElement.dataset).catch(() => false);
  await page.route(path, async (route: Route) => {
    if (await isRetried()) return route.continue();
    await route.fulfill({
      status: 409,
      json: { error: { code: "CONFLICT", message: "The repository /project is gone." } },
    });
  });
}

test.describe("while the server is away", () => {
  test.use({ allowedNoise: /Failed to load resource|ERR_/ });

  test("nothing is marked, and what could not be loaded comes when it is back", async ({
    page,
    malamar,
  }) => {
    const changed = await createChangedTask(
      malamar,
      { "README.md": "Hello\n" },
      { "a.txt": numberedLines(1, 300), "b.txt": "b\n" },
    );
    // It may be near enough to be fetched before the server goes.
    const ofOther = /patch\?.*path=b\.txt/;
    await page.route(ofOther, (route) => route.abort());
    const list = await openChanges(page, changed);
    await expect(linesIn(fileIn(list, "a.txt")).first()).toHaveText("line 1");
    const { dataDir, port } = malamar;
    await malamar.stop("SIGKILL");
    await expect(page.getByText("Reconnecting…")).toBeVisible();
    const box = list.getByRole("checkbox", { name: "Viewed: a.txt" });
    await expect(box).toBeDisabled();
    await page.keyboard.press("v");
    await expect(box).not.toBeChecked();
    await list.press("End");
    await expect(
      fileIn(list, "b.txt").getByText("The changes of this file could not be loaded."),
    ).toBeVisible();

    await page.unroute(ofOther);
    await using again = await startMalamar({ dataDir, env: { MALAMAR_PORT: String(port) } });
    expect(again.port).toBe(port);
    await expect(linesIn(fileIn(list, "b.txt"))).toHaveText(["b"], { timeout: 30_000 });
  });
});

test("forty comments on nine files are one comment", async ({ page, malamar }) => {
  const names = Array.from({ length: 9 }, (_, at) => `file${at}.txt`);
  const changed = await createChangedTask(
    malamar,
    { "README.md": "Hello\n" },
    Object.fromEntries(names.map((name) => [name, numberedLines(1, 9)])),
  );
  const list = await openChanges(page, changed);
  const total = rounds(40, 120);
  // Typed before, in another window of this browser.
  await page.evaluate(
    ([id, count]) => {
      for (let at = 0; at < count; at++) {
        const draft = {
          key: `k${at}`,
          path: `file${at % 9}.txt`,
          side: "new",
          line: 1 + (Math.floor(at / 9) % 9),
          end_line: 1 + (Math.floor(at / 9) % 9),
          text: `\`\`\`\nNumber ${at}`,
          quote: `line ${1 + (Math.floor(at / 9) % 9)}`,
          blob_id: null,
          written_at: new Date(at).toISOString(),
        };
        localStorage.setItem(`line-comment:${id}:k${at}`, JSON.stringify(draft));
      }
    },
    [changed.task.id, total] as const,
  );
  await page.reload();
  await expect(list.getByText(/Number 0$/)).toBeVisible();
  const before = (await changed.board.comments(changed.task.id)).length;
  await page.getByRole("button", { name: `Send ${total} comments` }).click();
  await expect(page.getByText(`${total} comments sent to the team`)).toBeVisible();
  const comments = await until(async () => {
    const all = await changed.board.comments(changed.task.id);
    return all.length > before ? all : null;
  }, "the comment is there");
  const sent = comments.filter(({ content }) => content.includes("Number "));
  expect(sent).toHaveLength(1);
  const numbers = [...sent[0]!.content.matchAll(/Number (\d+)/g)].map(([, at]) => Number(at));
  expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: total }, (_, at) => at));
});

/** A black picture of this size. */
function png(size: number): Uint8Array {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header[8] = 8;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(size * (size + 1)))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function crc32(bytes: Uint8Array): number {
  let sum = 0xff_ff_ff_ff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xed_b8_83_20 : 0);
  }
  return (sum ^ 0xff_ff_ff_ff) >>> 0;
}
