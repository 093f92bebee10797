import { join } from "node:path";
import { deflateSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { rounds } from "@malamar/server/testing/rounds.ts";
import type { Comment } from "../support/board.ts";
import { changeList, fileIn, linesIn, openChanges } from "../support/changes.ts";
import { createBoard, demoAgent } from "../support/board.ts";
import { createChats, script } from "../support/chat-pages.ts";
import { expect, test } from "../support/fixtures.ts";
import { createChangedTask, numberedLines, writeFiles } from "../support/changed-tasks.ts";
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

  await page.keyboard.press("n");
  await expect(said(page)).toHaveText("line 2, removed:   return a + b;");
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
    { "README.md": "Hello\n" },
    Object.fromEntries(names.map((name) => [name, `export const name = "${name}";\n`])),
  );
  let underWay = 0;
  let most = 0;
  let patches = 0;
  page.on("request", (request) => {
    if (!request.url().includes("/changes/patch")) return;
    patches++;
    most = Math.max(most, ++underWay);
    void request.response().then(
      () => underWay--,
      () => underWay--,
    );
  });
  const list = await openChanges(page, changed);
  await expect(linesIn(list).first()).toHaveText('export const name = "part0/file0.ts";');
  await expect(page.getByRole("tab", { name: "Changes 5,000 files +5,000 added" })).toBeVisible();
  expect(patches).toBeLessThanOrEqual(50);
  expect(most).toBeLessThanOrEqual(6);
  const count = () => page.evaluate(() => document.querySelectorAll("*").length);
  expect(await count()).toBeLessThan(3_000);

  const tree = page.getByRole("tree", { name: "Changed files" });
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
  await page.getByRole("button", { name: "Split" }).click();
  await expect(linesIn(list).nth(1)).toHaveText("export const after = 1");
  expect(await count()).toBeLessThan(3_000);
  await list.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
  await expect(linesIn(list).last()).toHaveText("export const after = 6000");
  await expect(list.locator("code .hljs-keyword").last()).toBeVisible();
  expect(await count()).toBeLessThan(3_000);
});

test("a viewed file folds and stays so, until it changes again", async ({ page, malamar }) => {
  const changed = await createChangedTask(
    malamar,
    { "a.txt": "a\n", "b.txt": "b\n" },
    { "a.txt": "A\n", "b.txt": "B\n" },
  );
  const list = await openChanges(page, changed);
  await page.keyboard.press("j");
  await page.keyboard.press("v");
  await expect(said(page)).toHaveText("b.txt, file 2 of 2");
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

  await changed.change({ "a.txt": `new\n${numberedLines(1, 9).replace("line 5\n", "five\n")}` });
  await expect(linesIn(file).first()).toHaveText("new");
  await expect(draft).toHaveAccessibleName("Your comment on line 6 of a.txt");

  await changed.change({ "a.txt": `new\n${numberedLines(1, 9)}` });
  await expect(draft.getByText("outdated")).toBeVisible();
  await expect(draft.getByText("five", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Send 1 comment" }).click();
  const newest = async () => (await changed.board.comments(changed.task.id)).at(-1)?.content;
  await expect.poll(newest).toContain("On what was line 5 of `a.txt`:\n\nFive what?");
  await expect(draft).toBeHidden();
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
  await expect(file("binary.dat")).toContainText("Binary file, 3 B → 4 B");
  await expect(file("gone.txt").getByRole("button", { expanded: false })).toBeVisible();
  await expect(file("new place.txt").getByRole("button", { expanded: true })).toHaveText(
    /Renamed.*moved\.txt.*new place\.txt/,
  );
  await expect(file("new place.txt")).toContainText(/9\d % alike/);
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
  await expect(list).toContainText("line 1");
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
  await expect(question).toContainText("stores the current state first, so you can undo this");
  await question.getByRole("button", { name: "Restore files" }).click();
  await expect(question).toBeHidden();
  await expect(linesIn(list)).toHaveText(["a", "first"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("The files are as they were")).toBeVisible();
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
  await expect(taskView(page).getByText("Nothing has changed since you looked")).toBeVisible();
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
      { "src/a/very/long/path/to/add.ts": CODE },
      { "src/a/very/long/path/to/add.ts": CHANGED, "src/other.ts": "let other = true;\n" },
    );
    const list = await openChanges(page, changed);
    await expect(linesIn(list).first()).toBeVisible();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(390);
    await list.getByRole("button", { name: "Comment on line 2", exact: true }).first().tap();
    await expect(list.getByRole("textbox", { name: /^Comment on line 2/ })).toBeFocused();
    await page.keyboard.type("Hm.");
    await list.getByRole("button", { name: "Add comment" }).tap();
    await expect(page.getByRole("button", { name: "Send 1 comment" })).toBeVisible();

    await page.getByRole("button", { name: /Files/ }).tap();
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

test.describe("of a repository that is gone", () => {
  test.use({ allowedNoise: /Failed to load resource/ });

  test("the page says so, and shows the changes once it is back", async ({ page, malamar }) => {
    const changed = await createChangedTask(malamar, { "a.txt": "a\n" }, { "a.txt": "b\n" });
    await page.route(/\/changes\?/, (route) =>
      route.fulfill({
        status: 409,
        json: { error: { code: "CONFLICT", message: "The repository /project is gone." } },
      }),
    );
    await page.goto(changed.address);
    await expect(page.getByText("The repository /project is gone.")).toBeVisible();
    await page.unroute(/\/changes\?/);
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(linesIn(changeList(page))).toHaveText(["a", "b"]);
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
