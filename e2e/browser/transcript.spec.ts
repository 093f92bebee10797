import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { rounds } from "@malamar/server/testing/rounds.ts";
import { createBoard, demoAgent, type Board, type Run, type Task } from "../support/board.ts";
import { expect, test } from "../support/fixtures.ts";
import { createLine } from "../support/line.ts";
import { startMalamar, type Malamar } from "../support/malamar.ts";
import { until } from "../support/until.ts";

/** A team of one that follows this script, working on a task. */
async function startRun(board: Board, ...script: string[]): Promise<{ task: Task; run: Run }> {
  const workspaceId = await board.createTeam([demoAgent("Planner", ...script)]);
  const task = await board.createTask(workspaceId, "Fix the login form");
  const run = await until(async () => (await board.runs(task.id))[0], "an agent runs");
  return { task, run };
}

async function openTranscript(page: Page, task: Task, run: Run, url = ""): Promise<Locator> {
  await page.goto(
    `${url}/workspaces/${task.workspace_id}/tasks/${task.id}?tab=transcript&run=${run.id}`,
  );
  const log = page.getByRole("log", { name: `Transcript of ${run.agent_name}` });
  await expect(log).toBeVisible();
  return log;
}

/** Opens the gate of this name, at which a script waits. */
const openGate = (malamar: Malamar, name: string) => writeFileSync(join(malamar.home, name), "");
const gate = (malamar: Malamar, name: string) => `gate ${join(malamar.home, name)}`;

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => `say Number ${from + n}.`);

const isOver = (board: Board, task: Task, run: Run) =>
  until(async () => {
    const found = (await board.runs(task.id)).find(({ id }) => id === run.id);
    return found?.status !== "running";
  }, "the run is over");

/** How far the list can still be scrolled down. */
const below = (log: Locator) =>
  log.evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight);

/** The addresses of event streams that a page opens from now on. */
function streamsOf(page: Page): URL[] {
  const streams: URL[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.pathname === "/api/events") streams.push(url);
  });
  return streams;
}

test("a running agent's steps appear as they happen, and its end closes the transcript", async ({
  page,
  malamar,
}) => {
  const board = createBoard(malamar.url);
  const { task, run } = await startRun(
    board,
    "say I look **first**.",
    gate(malamar, "one"),
    'tool Bash {"command":"npm test"}',
    "usage 12345 in, 678 out, $0.02",
    gate(malamar, "two"),
    "say It works.",
    "review",
  );
  const log = await openTranscript(page, task, run);
  await expect(log.getByText("I look first.")).toBeVisible();
  await expect(log.locator("strong", { hasText: "first" })).toBeVisible();
  await expect(page.getByRole("timer")).toBeVisible();

  openGate(malamar, "one");
  await expect(log.getByRole("button", { name: /Run npm test running/ })).toBeVisible();
  await expect(page.getByText("12.3k in")).toBeVisible();
  await expect(page.getByRole("article", { name: "Transcript" }).getByText("$0.02")).toBeVisible();

  openGate(malamar, "two");
  await expect(log.getByText("It works.")).toBeVisible();
  await expect(log.getByText("Finished", { exact: true })).toBeVisible();
  await expect(log.getByRole("button", { name: /Run npm test no result/ })).toBeVisible();
  await expect(page.getByRole("timer")).toBeHidden();
});

test("the first row is the agent's input, word for word, fetched when it is opened", async ({
  page,
  malamar,
}) => {
  const board = createBoard(malamar.url);
  const { task, run } = await startRun(board, "say I look first.", "review");
  await isOver(board, task, run);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/input")) asked.push(request.url());
  });
  const log = await openTranscript(page, task, run);
  const row = log.getByRole("button").first();
  await expect(row).toHaveAccessibleName("Input What Planner was given");
  await expect(row).toHaveAttribute("aria-expanded", "false");
  expect(asked).toEqual([]);
  await row.click();
  const input = log.getByRole("article", { name: "Input" });
  await expect(input).toContainText("# Malamar Context");
  const stored = await (await page.request.get(`${malamar.url}/api/runs/${run.id}/input`)).text();
  expect(await input.evaluate((element) => element.textContent)).toBe(stored);
  await log.getByRole("button", { name: "Copy input" }).click();
  await expect(log.getByRole("button", { name: "Copied" })).toBeVisible();
  await row.click();
  await expect(input).toBeHidden();
  expect(asked).toHaveLength(1);
});

test.describe("of a run from before inputs were stored", () => {
  test.use({ allowedNoise: /Failed to load resource/ });

  test("the row says why there is no input", async ({ page, malamar }) => {
    const board = createBoard(malamar.url);
    const { task, run } = await startRun(board, "say I look first.", "review");
    await isOver(board, task, run);
    rmSync(join(malamar.dataDir, "runs", `${run.id}.input.md`));
    const log = await openTranscript(page, task, run);
    await log.getByRole("button", { name: /^Input/ }).click();
    await expect(log.getByText(/^The input of this run is not stored/)).toBeVisible();
  });
});

test("thoughts and tools are folded, and unfold to their content", async ({ page, malamar }) => {
  const board = createBoard(malamar.url);
  const { task, run } = await startRun(
    board,
    "think I should look first, closely.",
    'tool Bash {"command":"ls","timeout":5} => README.md',
    'tool Read {"file_path":"/nowhere"} =>! no such file',
    "write notes.md Hello",
    "stderr \u001B[31mcareful\u001B[0m now",
    "raw what is this",
    "exit 3 the model is overloaded",
  );
  await isOver(board, task, run);
  const log = await openTranscript(page, task, run);

  const thought = log.getByRole("button", { name: "Thinking I should look first, closely." });
  await expect(thought).toHaveAttribute("aria-expanded", "false");
  await thought.click();
  await expect(thought).toHaveAttribute("aria-expanded", "true");

  const tool = log.getByRole("button", { name: "Run ls" });
  await expect(log.getByText("README.md")).toBeHidden();
  await tool.press("Enter");
  await expect(log.getByText("README.md")).toBeVisible();
  await expect(log.getByText('"timeout": 5')).toBeVisible();
  await expect(tool).toBeFocused();
  await tool.press("Enter");
  await expect(log.getByText("README.md")).toBeHidden();

  await log.getByRole("button", { name: /Read \/nowhere failed/ }).click();
  await expect(log.getByText("no such file")).toBeVisible();
  await log.getByRole("button", { name: "Write notes.md" }).click();
  await expect(log.getByRole("group", { name: "Changed lines" })).toContainText("Hello");
  await expect(log.getByText(/^careful now/)).toBeVisible();
  await expect(log.getByRole("button", { name: "Line what is this" })).toBeVisible();
  await expect(log.getByText("Failed: the CLI exited with code 3")).toBeVisible();
});

/** An arrow in JSON is not an arrow of a script. */
const json = (value: unknown) => JSON.stringify(value).replaceAll("=>", "=\\u003e");

test("tools are shown by purpose, and neighbouring reads are one row", async ({
  page,
  malamar,
}) => {
  const board = createBoard(malamar.url);
  const todos = [
    { content: "Read the form", status: "completed" },
    { content: "Fix it", status: "in_progress" },
    { content: "Test it", status: "pending" },
  ];
  const edit = { file_path: "/project/a.ts", old_string: "send()", new_string: "() => send()" };
  const { task, run } = await startRun(
    board,
    ...Array.from(
      { length: 25 },
      (_, n) => `tool Read ${json({ file_path: `/project/${n}.ts` })} => text ${n}`,
    ),
    "say Found it.",
    `tool read_file ${json({ file_path: "/project/old.ts" })} => old`,
    `tool grep_search ${json({ pattern: "send" })} =>! no such folder`,
    `tool TodoWrite ${json({ todos })} => done`,
    `tool run_shell_command ${json({ command: "npm test" })} =>! Exit code 7`,
    `tool Edit ${json(edit)} => updated`,
    "review",
  );
  await isOver(board, task, run);
  const log = await openTranscript(page, task, run);
  await log.press("Home");

  const reads = log.getByRole("button", { name: /^Read 25 files/ });
  await expect(log.getByRole("button", { name: "Read /project/24.ts" })).toBeHidden();
  await reads.press("Enter");
  const last = log.getByRole("button", { name: "Read /project/24.ts" });
  await last.press("Enter");
  await expect(log.getByText("text 24")).toBeVisible();
  await reads.press("Enter");
  await expect(last).toBeHidden();
  await expect(
    log.getByRole("button", { name: "Read 1 file, searched 1 time old.ts, send 1 failed" }),
  ).toBeVisible();

  await expect(log.getByRole("list", { name: "To-do list" }).getByRole("listitem")).toHaveText([
    "Done: Read the form",
    "In progress: Fix it",
    "Open: Test it",
  ]);

  await log.getByRole("button", { name: "Run npm test failed, exit 7" }).press("Enter");
  const terminal = log.getByRole("group", { name: "Terminal" });
  await expect(terminal).toContainText("npm test");
  await expect(terminal).toContainText("exit code 7");

  await log.getByRole("button", { name: "Edit /project/a.ts" }).press("Enter");
  const change = log.getByRole("group", { name: "Changed lines" });
  await expect(change.getByRole("img", { name: "removed" })).toHaveCount(1);
  await expect(change.locator("code")).toHaveText(["send()", "() => send()"]);
  await expect(change.locator(".bg-added-mark")).toHaveText("() => ");
  const path = log.getByRole("button", { name: "Copy path /project/a.ts" });
  await path.press("Enter");
  await expect(path.getByText("Copied")).toBeVisible();
});

test("a whole transcript is filtered and searched, and matches are shown in place", async ({
  page,
  malamar,
}) => {
  const board = createBoard(malamar.url);
  const { task, run } = await startRun(
    board,
    "say The first message.",
    `tool Bash ${json({ command: "make needle" })} => straw`,
    `tool Bash ${json({ command: "make hay" })} =>! a NEEDLE in it`,
    `tool Read ${json({ file_path: "/hay" })} => nothing`,
    // Far more than is loaded when the end is shown.
    "flood 3MB",
    "say The last message.",
    "review",
  );
  await isOver(board, task, run);
  const log = await openTranscript(page, task, run);
  const article = page.getByRole("article", { name: "Transcript" });
  const chip = (name: string) => article.getByRole("button", { name, exact: true });
  const rows = log.getByRole("button", { expanded: false });

  await chip("Commands").press("Enter");
  await expect(rows).toHaveText([/^Run.*make needle$/, /^Run.*make hay.*failed$/]);
  await chip("Failed").press("Enter");
  await expect(rows).toHaveText([/^Run.*make hay/]);
  await expect(article.getByText("1 row found").first()).toBeVisible();
  await chip("Commands").press("Enter");
  await chip("Failed").press("Enter");
  await expect(log.getByText("The last message.")).toBeInViewport();

  const search = article.getByRole("textbox", { name: "Search this transcript" });
  await search.fill("needle");
  await expect(rows).toHaveCount(2);
  await expect(log.getByText("a NEEDLE in it")).toBeVisible();
  await article.getByRole("button", { name: "Copy matching rows" }).press("Enter");
  await expect(article.getByRole("button", { name: "Copied" })).toBeVisible();

  await log.getByRole("button", { name: "Show in transcript" }).last().press("Enter");
  const shown = log.locator(":focus");
  await expect(shown).toContainText("make hay");
  await expect(shown).toBeInViewport();
  await expect(shown.getByText("a NEEDLE in it")).toBeVisible();
  await expect(log.getByText("The first message.")).toBeVisible();
  await expect(search).toHaveValue("");
  await article.getByRole("button", { name: "Jump to end" }).press("Enter");
  await expect(log.getByText("The last message.")).toBeInViewport();

  await search.fill("nowhere");
  await expect(article.getByText("Nothing found")).toBeVisible();
  await search.press("Escape");
  await expect(log.getByText("The last message.")).toBeInViewport();
});

test("a filter continues with a live run", async ({ page, malamar }) => {
  const board = createBoard(malamar.url);
  const { task, run } = await startRun(
    board,
    "say One.",
    gate(malamar, "one"),
    `tool Bash ${json({ command: "make hay" })}`,
    "say Two.",
    "hang",
  );
  const log = await openTranscript(page, task, run);
  await page.getByRole("button", { name: "Commands", exact: true }).click();
  await expect(page.getByText("Nothing found")).toBeVisible();
  openGate(malamar, "one");
  await expect(log.getByRole("button", { name: "Run make hay running" })).toBeVisible();
});

test("the end is followed until you scroll up, and again from there", async ({ page, malamar }) => {
  const board = createBoard(malamar.url);
  const { task, run } = await startRun(
    board,
    ...numbers(1, 80),
    gate(malamar, "one"),
    ...numbers(81, 90),
    gate(malamar, "two"),
    ...numbers(91, 100),
    gate(malamar, "three"),
    ...numbers(101, 110),
    `think ${"Many words. ".repeat(400)}`,
    "hang",
  );
  const log = await openTranscript(page, task, run);
  await expect(log.getByText("Number 80.")).toBeInViewport();

  openGate(malamar, "one");
  await expect(log.getByText("Number 90.")).toBeInViewport();
  await expect(page.getByRole("button", { name: /Jump to now/ })).toBeHidden();

  await log.hover();
  await page.mouse.wheel(0, -600);
  await expect(page.getByRole("button", { name: "Jump to now" })).toBeVisible();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  const top = await log.evaluate((element) => element.scrollTop);
  openGate(malamar, "two");
  const jump = page.getByRole("button", { name: "Jump to now · 10 new events" });
  await expect(jump).toBeVisible();
  expect(await log.evaluate((element) => element.scrollTop)).toBe(top);

  await jump.click();
  await expect(log.getByText("Number 100.")).toBeInViewport();
  await expect(jump).toBeHidden();
  await expect(log).toBeFocused();
  openGate(malamar, "three");
  await expect(log.getByText("Number 110.")).toBeInViewport();

  await log.press("Home");
  await expect(log.getByText("Number 1.", { exact: true })).toBeInViewport();
  await expect(page.getByRole("button", { name: "Jump to now" })).toBeVisible();
  await log.press("End");
  await expect(log.getByText("Number 110.")).toBeInViewport();
  await expect(page.getByRole("button", { name: "Jump to now" })).toBeHidden();

  const thought = log.getByRole("button", { name: /Thinking/ });
  await thought.click();
  await expect(page.getByRole("button", { name: "Jump to now" })).toBeVisible();
  await expect(thought).toBeInViewport();
});

test("earlier runs are a step away, and in the address", async ({ page, malamar }) => {
  const board = createBoard(malamar.url);
  const workspaceId = await board.createTeam([
    demoAgent("Planner", "say I plan.", "comment A plan."),
    demoAgent("Builder", "say I build.", "review"),
  ]);
  const task = await board.createTask(workspaceId, "Fix the login form");
  await board.reachesReview(task.id);
  const runs = await board.runs(task.id);
  await openTranscript(page, task, runs[1]!);
  await expect(page.getByText("I build.")).toBeVisible();

  await page.getByRole("button", { name: "Previous run" }).click();
  await expect(page.getByText("I plan.")).toBeVisible();
  await expect(page.getByText("I build.")).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`run=${runs[0]!.id}`));
  await expect(page.getByRole("button", { name: "Previous run" })).toBeDisabled();

  const picker = page.getByRole("combobox", { name: "Run" });
  await expect(picker.getByRole("option").first()).toHaveText(
    "Builder · Demo CLI · just now · finished",
  );
  await picker.selectOption(runs[1]!.id);
  await expect(page.getByText("I build.")).toBeVisible();
});

test("a run of tens of thousands of events opens at its end, and shows any part of it", async ({
  page,
  malamar,
}) => {
  const board = createBoard(malamar.url);
  const count = rounds(40_000, 100_000);
  // Lines of about a kilobyte.
  const flood = `flood ${(count * 105) / 100_000}MB`;
  const { task, run } = await startRun(board, "say First.", flood, "say Last.", "review");
  await isOver(board, task, run);
  const end = await page.request.get(`/api/runs/${run.id}/transcript?last=1`);
  expect(await end.json()).toEqual([expect.objectContaining({ seq: expect.closeTo(count, -4) })]);
  const pages: URL[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.pathname.endsWith("/transcript")) pages.push(url);
  });
  const log = await openTranscript(page, task, run);
  await expect(log.getByText("Last.")).toBeInViewport();
  expect(pages[0]!.searchParams.get("last")).toBe("200");
  expect(pages.length).toBeLessThan(4);

  const drawn = () => log.evaluate((element) => element.querySelectorAll("*").length);
  const texts = log.getByText(/^x{1000}/);
  expect(await drawn()).toBeLessThan(3000);
  await log.evaluate((element) => (element.scrollTop = element.scrollHeight / 2));
  await expect(texts.first()).toBeVisible();
  await expect.poll(() => texts.evaluateAll(isOneInView)).toBe(true);
  expect(await drawn()).toBeLessThan(3000);
  await log.press("Home");
  await expect(log.getByText("First.")).toBeInViewport();
  expect(await drawn()).toBeLessThan(3000);
  await log.press("End");
  await expect(log.getByText("Last.")).toBeInViewport();
  expect(await below(log)).toBeLessThan(10);

  // Requests beyond this are held until the test lets them go.
  let isHeld = true;
  await page.route(/\/transcript\?after=/, async (route) => {
    const after = Number(new URL(route.request().url()).searchParams.get("after"));
    if (!isHeld || after < 30_000) await route.continue();
  });
  const search = page.getByRole("textbox", { name: "Search this transcript" });
  await search.fill("xxx");
  const shown = page.getByText(/^[\d,]+ rows found, the newest [\d,]+ are shown$/);
  await expect(shown.first()).toBeVisible({ timeout: 60_000 });
  expect(await drawn()).toBeLessThan(3000);
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(page.getByText(/^Stopped at \d+%$/)).toBeVisible();
  isHeld = false;
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page.getByText(/^Searching, \d+%$/)).toBeVisible();
});

/** Whether any of these is in view. */
function isOneInView(elements: readonly Element[]): boolean {
  return elements.some((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top < window.innerHeight && bottom > 0;
  });
}

test("three tabs watch two runs over one stream, and the remaining ones continue", async ({
  newTab,
  malamar,
}) => {
  const board = createBoard(malamar.url);
  const script = (name: string) => [
    `say Begin ${name}.`,
    gate(malamar, `${name}-one`),
    `say Middle ${name}.`,
    gate(malamar, `${name}-two`),
    `say End ${name}.`,
    "hang",
  ];
  const first = await startRun(board, ...script("A"));
  const second = await startRun(board, ...script("B"));
  const [one, two, three] = [await newTab(), await newTab(), await newTab()];
  const streams = { one: streamsOf(one), two: streamsOf(two), three: streamsOf(three) };
  const logOne = await openTranscript(one, first.task, first.run);
  const logTwo = await openTranscript(two, second.task, second.run);
  const logThree = await openTranscript(three, first.task, first.run);
  await expect(logOne.getByText("Begin A.")).toBeVisible();
  await expect(logTwo.getByText("Begin B.")).toBeVisible();

  openGate(malamar, "A-one");
  openGate(malamar, "B-one");
  await expect(logOne.getByText("Middle A.")).toBeVisible();
  await expect(logTwo.getByText("Middle B.")).toBeVisible();
  await expect(logThree.getByText("Middle A.")).toBeVisible();
  expect([...streams.two, ...streams.three]).toEqual([]);
  expect(streams.one.at(-1)!.searchParams.get("runs")!.split(",").toSorted()).toEqual(
    [first.run.id, second.run.id].toSorted(),
  );
  expect(streams.one.at(-1)!.searchParams.get("last_event_id")).toMatch(/^.+-\d+$/);
  await expect(one.getByText("Reconnecting…")).toBeHidden();

  await one.close();
  openGate(malamar, "A-two");
  openGate(malamar, "B-two");
  await expect(logTwo.getByText("End B.")).toBeVisible();
  await expect(logThree.getByText("End A.")).toBeVisible();
  expect(streams.two.length === 0 || streams.three.length === 0).toBe(true);
});

test("the runs of a closed tab are no longer watched", async ({ newTab, malamar }) => {
  const board = createBoard(malamar.url);
  const first = await startRun(board, "say Begin A.", "hang");
  const second = await startRun(board, "say Begin B.", "hang");
  const [one, two] = [await newTab(), await newTab()];
  await one.clock.install();
  const streams = streamsOf(one);
  await openTranscript(one, first.task, first.run);
  await openTranscript(two, second.task, second.run);
  const watched = () => streams.at(-1)?.searchParams.get("runs");
  await expect.poll(watched).toContain(second.run.id);
  await two.close();
  await expect
    .poll(async () => {
      await one.clock.fastForward(10_000);
      return watched();
    })
    .toBe(first.run.id);
});

test("without locks the tabs share one stream too, with the runs of each", async ({
  newTab,
  context,
  malamar,
}) => {
  // As when the page comes over plain http from another machine.
  await context.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, "locks");
  });
  const board = createBoard(malamar.url);
  const runs = [];
  for (const name of ["A", "B"]) {
    const script = [`say Begin ${name}.`, gate(malamar, name), `say End ${name}.`, "hang"];
    runs.push({ name, tab: await newTab(), ...(await startRun(board, ...script)) });
  }
  const streams = runs.map(({ tab }) => streamsOf(tab));
  const logs = [];
  for (const { tab, task, run, name } of runs) {
    const log = await openTranscript(tab, task, run);
    await expect(log.getByText(`Begin ${name}.`)).toBeVisible();
    logs.push(log);
  }
  const watched = () =>
    streams.map((ofTab) => ofTab.at(-1)?.searchParams.get("runs")?.split(",").toSorted() ?? []);
  const ids = runs.map(({ run }) => run.id).toSorted();
  await expect.poll(watched).toContainEqual(ids);
  for (const [at, { name }] of runs.entries()) {
    openGate(malamar, name);
    await expect(logs[at]!.getByText(`End ${name}.`)).toBeVisible();
  }
});

test.describe("when the server is killed in mid-run", () => {
  test.use({ allowedNoise: /Failed to load resource|ERR_/ });

  test("the transcript is complete, and says how the run ended", async ({ page, malamar }) => {
    const board = createBoard(malamar.url);
    const { task, run } = await startRun(
      board,
      ...numbers(1, 5),
      gate(malamar, "one"),
      ...numbers(6, 10),
      "hang",
    );
    const log = await openTranscript(page, task, run);
    await expect(log.getByText("Number 5.")).toBeVisible();
    const { dataDir, port, home } = malamar;
    openGate(malamar, "one");
    await malamar.stop("SIGKILL");
    await expect(page.getByText("Reconnecting…")).toBeVisible();
    await expect(log.getByText("Number 5.")).toBeVisible();

    const env = { MALAMAR_PORT: String(port), MALAMAR_TEMP_DIR: join(home, "work") };
    await using again = await startMalamar({ dataDir, env });
    expect(again.port).toBe(port);
    await expect(log.getByText("Lost", { exact: true })).toBeVisible({ timeout: 30_000 });
    const written = (await board.transcript(run.id)).flatMap(({ text }) => text ?? []);
    await expect(log.getByText(/^Number \d+\.$/)).toHaveText(
      written.filter((text) => text.startsWith("Number")),
    );
  });
});

test.describe("events written while the page is disconnected", () => {
  // The proxy between page and server is a server too.
  test.use({ allowedNoise: /Failed to load resource|ERR_/, allowedHosts: /^127\.0\.0\.1:/ });

  test("arrive after reconnecting, each once and in order", async ({ page, malamar }) => {
    await using line = await createLine(malamar.port);
    const board = createBoard(malamar.url);
    const { task, run } = await startRun(
      board,
      ...numbers(1, 4),
      gate(malamar, "one"),
      ...numbers(5, 8),
      gate(malamar, "two"),
      ...numbers(9, 12),
      "hang",
    );
    const log = await openTranscript(page, task, run, line.url);
    await expect(log.getByText("Number 4.")).toBeVisible();
    line.cut();
    openGate(malamar, "one");
    await board.runThatSays(task.id, "Number 8.");
    await expect(page.getByText("Reconnecting…")).toBeVisible();
    await expect(log.getByText("Number 8.")).toBeHidden();
    line.mend();
    await expect(log.getByText("Number 8.")).toBeVisible({ timeout: 30_000 });
    openGate(malamar, "two");
    await expect(log.getByText("Number 12.")).toBeVisible();
    await expect(log.getByText(/^Number \d+\.$/)).toHaveText(
      Array.from({ length: 12 }, (_, n) => `Number ${n + 1}.`),
    );
  });
});

test("a hostile transcript is text, and nothing in it runs, loads or widens the page", async ({
  page,
  malamar,
}) => {
  const outside: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== malamar.url) outside.push(request.url());
  });
  page.on("dialog", (dialog) => outside.push(`dialog: ${dialog.message()}`));
  const board = createBoard(malamar.url);
  const script = '<script>alert(1)</script><img src="https://evil.example/x" onerror="alert(2)">';
  const { task, run } = await startRun(
    board,
    `say ${script}`,
    "say Please [click](javascript:alert(3)) on ![pic](https://evil.example/y).",
    `say ${">".repeat(20_000)}`,
    `say \u202Eright to left ${"x".repeat(60_000)}`,
    `think ${script}`,
    `tool <b>Bash</b> {"command":${JSON.stringify(script)}} => ${script}`,
    `stderr \u001B]0;title\u0007\u001B[1;31m${script}\u001B[0m`,
    `raw ${script}\u0000`,
    `say The end.`,
    "review",
  );
  await isOver(board, task, run);
  const log = await openTranscript(page, task, run);
  await expect(log.getByText("The end.")).toBeInViewport();
  await log.press("Home");
  await expect(log.getByText("<script>alert(1)</script>").first()).toBeVisible();
  await expect(log.getByText("Please click on")).toBeVisible();
  await expect(log.getByRole("link", { name: "click" })).toHaveCount(0);
  for (const name of [/Thinking/, /Bash/, /^Line/]) {
    const row = log.getByRole("button", { name });
    await row.scrollIntoViewIfNeeded();
    await row.click();
  }
  await expect(log.locator("script, iframe, img, b")).toHaveCount(0);
  expect(
    await log.evaluate((element) => element.scrollWidth - element.clientWidth),
  ).toBeLessThanOrEqual(0);
  expect(outside).toEqual([]);
});
