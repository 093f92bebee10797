import { demoAgent } from "../support/board.ts";
import { expect, test } from "../support/fixtures.ts";
import { createGate, holdBack } from "../support/held-back.ts";
import { startMalamar } from "../support/malamar.ts";
import { letGo, openTask, reviewingAgent, timeline, waitingAgent } from "../support/task-pages.ts";

const MOD_ENTER = "ControlOrMeta+Enter";
const refusal = { error: { code: "INTERNAL_ERROR", message: "The disk is full." } };

test.describe("comments", () => {
  test("appear at once, and only once", async ({ page, malamar }) => {
    const { dialog, task } = await openTask(page, malamar);
    const answer = await holdBack(page, `**/api/tasks/${task.id}/comments`, "POST");
    await dialog.getByRole("textbox", { name: "Comment" }).fill("Is it *done*?");
    await page.keyboard.press(MOD_ENTER);
    await expect(dialog.getByText("Sending…")).toBeVisible();
    await expect(dialog.getByRole("textbox", { name: "Comment" })).toHaveValue("");
    answer();
    await expect(dialog.getByText("Sending…")).toBeHidden();
    await expect(timeline(dialog).filter({ hasText: "Is it done?" })).toHaveCount(1);
    await expect(dialog.locator("em", { hasText: "done" })).toHaveCount(1);
  });

  test("are not shown twice when the page hears of them before the answer", async ({
    page,
    malamar,
  }) => {
    const { dialog, task } = await openTask(page, malamar);
    const gate = createGate();
    await page.route(`**/api/tasks/${task.id}/comments`, async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      const response = await route.fetch();
      await gate.isOpen;
      await route.fulfill({ response });
    });
    await dialog.getByRole("textbox", { name: "Comment" }).fill("Twice?");
    await page.keyboard.press(MOD_ENTER);
    await expect(timeline(dialog).filter({ hasText: "Twice?" })).toHaveCount(1);
    await expect(dialog.getByText("Twice?")).toHaveCount(1);
    gate.open();
    await expect(dialog.getByText("Twice?")).toHaveCount(1);
  });

  test("on a task In Review start the team again", async ({ page, malamar }) => {
    const { dialog, board, task } = await openTask(page, malamar, [
      reviewingAgent("Planner", "I read what you said."),
    ]);
    await board.reachesReview(task.id);
    await expect(
      dialog.getByText("A comment moves it back to Todo and the team goes on."),
    ).toBeVisible();
    await dialog.getByRole("textbox", { name: "Comment" }).fill("Try again");
    await dialog.getByRole("button", { name: "Comment", exact: true }).click();
    await expect(timeline(dialog)).toHaveCount(3);
    await expect(timeline(dialog).nth(0)).toContainText("I read what you said.");
    await expect(timeline(dialog).nth(1)).toContainText("Try again");
  });

  test("on a task that is Done start nothing", async ({ page, malamar }) => {
    const { dialog, board, task } = await openTask(page, malamar);
    await board.moveToDone(task.id);
    await expect(dialog.getByText("starts nothing")).toBeVisible();
    await dialog.getByRole("textbox", { name: "Comment" }).fill("Well done");
    await page.keyboard.press(MOD_ENTER);
    await expect(timeline(dialog).filter({ hasText: "Well done" })).toBeVisible();
    expect((await board.task(task.id)).status).toBe("done");
  });

  test("that are not finished wait for their author", async ({ page, malamar }) => {
    const { dialog, address } = await openTask(page, malamar);
    const box = dialog.getByRole("textbox", { name: "Comment" });
    await box.fill("Half a remark");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await page.goto(address);
    await expect(box).toHaveValue("Half a remark");
    await page.keyboard.press("m");
    await page.keyboard.press(MOD_ENTER);
    await expect(timeline(dialog).filter({ hasText: "Half a remark" })).toBeVisible();
    await page.reload();
    await expect(box).toHaveValue("");
  });

  test.describe("that fail", () => {
    test.use({ allowedNoise: /Failed to load resource/ });

    test("stay, each on its own, through a reload, until they are sent or dropped", async ({
      page,
      malamar,
    }) => {
      const { dialog, board, task } = await openTask(page, malamar);
      const comments = `**/api/tasks/${task.id}/comments`;
      await page.route(comments, (route) =>
        route.request().method() === "POST"
          ? route.fulfill({ status: 500, json: refusal })
          : route.fallback(),
      );
      const box = dialog.getByRole("textbox", { name: "Comment" });
      const stuck = dialog
        .getByRole("list", { name: "Comments on their way" })
        .getByRole("listitem");
      for (const text of ["First", "Second", "Third"]) {
        await box.fill(text);
        await page.keyboard.press(MOD_ENTER);
        await expect(stuck.filter({ hasText: text })).toContainText("Not sent. The disk is full.");
      }
      await page.reload();
      await expect(stuck).toHaveCount(3);
      await page.unroute(comments);

      await stuck.filter({ hasText: "First" }).getByRole("button", { name: "Retry" }).click();
      await expect(timeline(dialog).filter({ hasText: "First" })).toBeVisible();
      await stuck.filter({ hasText: "Third" }).getByRole("button", { name: "Discard" }).click();
      await expect(stuck).toHaveCount(1);
      await box.fill("More words");
      await stuck.getByRole("button", { name: "Edit" }).click();
      await expect(stuck).toHaveCount(0);
      await expect(box).toBeFocused();
      await expect(box).toHaveValue("Second\n\nMore words");
      await page.keyboard.press(MOD_ENTER);
      await expect(timeline(dialog).filter({ hasText: "More words" })).toBeVisible();
      await page.reload();
      await expect(timeline(dialog).filter({ hasText: "More words" })).toBeVisible();
      await expect(stuck).toHaveCount(0);
      const said = (await board.comments(task.id)).map(({ content }) => content);
      expect(said).toEqual(["First", "Second\n\nMore words"]);
    });

    test("and had arrived all the same are shown once", async ({ page, malamar }) => {
      const { dialog, task } = await openTask(page, malamar);
      await page.route(`**/api/tasks/${task.id}/comments`, async (route) => {
        if (route.request().method() !== "POST") return route.fallback();
        await route.fetch();
        await route.abort();
      });
      await dialog.getByRole("textbox", { name: "Comment" }).fill("Did you hear?");
      await page.keyboard.press(MOD_ENTER);
      await expect(timeline(dialog).filter({ hasText: "Did you hear?" })).toBeVisible();
      await expect(dialog.getByText("Did you hear?")).toHaveCount(1);
      await expect(dialog.getByText("Not sent.")).toBeHidden();
    });
  });
});

test.describe("while Malamar does not answer", () => {
  test.use({ allowedNoise: /Failed to load resource|ERR_/ });

  test("a comment can be typed, waits, and is sent afterwards", async ({ page, malamar }) => {
    const { dialog } = await openTask(page, malamar);
    const box = dialog.getByRole("textbox", { name: "Comment" });
    const send = dialog.getByRole("button", { name: "Comment", exact: true });
    const { dataDir, port } = malamar;
    await malamar.stop("SIGKILL");
    await expect(dialog.getByText("It can be sent as soon as Malamar answers")).toBeVisible();
    await box.fill("Written in the dark");
    await expect(send).toBeDisabled();
    await page.keyboard.press(MOD_ENTER);
    await expect(box).toHaveValue("Written in the dark");
    await expect(dialog.getByRole("button", { name: "Move to Done" })).toBeDisabled();

    const again = await startMalamar({ dataDir, env: { MALAMAR_PORT: String(port) } });
    await expect(send).toBeEnabled({ timeout: 30_000 });
    await box.press(MOD_ENTER);
    await expect(timeline(dialog).filter({ hasText: "Written in the dark" })).toBeVisible();
    await again[Symbol.asyncDispose]();
  });
});

test.describe("the timeline", () => {
  test("tells who said and did what, the newest first", async ({ page, malamar }) => {
    const { dialog, board, task, workspaceId } = await openTask(page, malamar, [
      demoAgent("Planner", "usage 1200 in, 300 out, 0 cached, $0.02", "comment A **plan**."),
      demoAgent("Critic", "skip"),
      waitingAgent("Builder"),
    ]);
    await board.runThatSays(task.id, "At work.");
    const entries = timeline(dialog);
    await expect(entries).toHaveCount(3);
    await expect(entries.nth(0)).toContainText(/BuilderDemo CLI · working for \d+ s/);
    await expect(entries.nth(1)).toContainText(/CriticDemo CLI · skipped · \d+ s/);
    await expect(entries.nth(2)).toContainText(
      /PlannerDemo CLI · commented · \d+ s · 1.5k tokens · \$0.02/,
    );
    await expect(entries.nth(2)).toContainText("A plan.");

    await entries.nth(0).getByRole("link", { name: "Watch live" }).click();
    await expect(page).toHaveURL(/\?tab=transcript$/);
    await dialog.getByRole("tab", { name: "Timeline" }).click();
    letGo(task);
    await expect(entries.nth(0)).toContainText("asked for review");
    await expect(entries.nth(0)).toContainText("Done with it.");

    const [planner] = await board.runs(task.id);
    await entries.nth(2).getByRole("link", { name: "Transcript" }).click();
    await expect(page).toHaveURL(new RegExp(`\\?tab=transcript&run=${planner!.id}$`));

    const agents = (await (
      await page.request.get(`/api/workspaces/${workspaceId}/agents`)
    ).json()) as { id: string }[];
    await page.request.delete(`/api/agents/${agents[0]!.id}`);
    await dialog.getByRole("tab", { name: "Timeline" }).click();
    await expect(entries.nth(2)).toContainText("(Deleted Agent)");
  });

  test("shows an error once, with its advice and how often it came", async ({ page, malamar }) => {
    const { dialog, board, task } = await openTask(page, malamar, [
      demoAgent("Planner", "exit 3 the <disk> is *full*"),
    ]);
    await expect.poll(async () => (await board.runs(task.id)).length).toBeGreaterThan(1);
    const error = timeline(dialog).filter({ hasText: "the <disk> is *full*" });
    await expect(error).toHaveCount(1);
    await expect(error).toContainText("System");
    await expect(error).toContainText("failed: the CLI exited with code 3");
    await expect(error).toContainText("CLI exited with code 3");
    await expect(error).toContainText(/\(\d+ times, last at/);
    await board.cancelTask(task.id).catch(() => undefined);
  });

  test("folds what is long, and shows the earlier on demand", async ({ page, malamar }) => {
    const { dialog, board, task, address } = await openTask(page, malamar);
    await board.moveToDone(task.id);
    for (let number = 1; number <= 60; number++) await board.comment(task.id, `Remark ${number}.`);
    const lines = Array.from({ length: 200 }, (_, line) => `Line ${line}.`);
    await board.comment(task.id, lines.join("\n\n"));
    await page.goto(address);
    await expect(timeline(dialog)).toHaveCount(50);
    await expect(dialog.getByText("Line 199.")).toBeHidden();
    await dialog.getByRole("button", { name: /Show all/ }).click();
    await expect(dialog.getByText("Line 199.")).toBeVisible();
    await dialog.getByRole("button", { name: "Show earlier (11 more)" }).click();
    await expect(timeline(dialog)).toHaveCount(61);
    await expect(timeline(dialog).last()).toContainText("Remark 1.");
  });
});

test("the activity log is told in sentences, and leads to the transcripts", async ({
  page,
  malamar,
}) => {
  const { dialog, board, task } = await openTask(page, malamar, [reviewingAgent("Planner")]);
  await board.reachesReview(task.id);
  await dialog.getByRole("tab", { name: "Activity" }).click();
  const rows = dialog.getByRole("list", { name: "Activity log" }).getByRole("listitem");
  await expect(rows).toContainText([
    "Planner finished: asked for review",
    "Planner moved it from In Progress to In Review",
    "Planner commented",
    "Planner started",
    "System moved it from Todo to In Progress",
    "User created the task",
  ]);
  await rows.nth(3).getByRole("link", { name: "Transcript" }).click();
  const [run] = await board.runs(task.id);
  await expect(page).toHaveURL(new RegExp(`run=${run!.id}$`));
});

test("hostile texts are only texts", async ({ page, malamar }) => {
  const hostile = [
    "<script>document.title='owned'</script>",
    "<img src=https://evil.example/a.png onerror=\"document.title='owned'\">",
    "[click](javascript:document.title='owned')",
    "![picture](https://evil.example/b.png)",
    `<iframe src="https://evil.example/c"></iframe>`,
    "x".repeat(100_000),
  ].join("\n\n");
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
  const { dialog, board, task, address } = await openTask(page, malamar, [], {
    summary: `<img src=x onerror=alert(1)> ${"y".repeat(5_000)}`,
  });
  await page.request.put(`/api/tasks/${task.id}`, { data: { description: hostile } });
  await board.moveToDone(task.id);
  await board.comment(task.id, hostile.slice(0, 2_000));
  await page.goto(address);
  await expect(timeline(dialog)).toHaveCount(1);
  await expect(dialog.getByRole("link", { name: "Image: picture" }).first()).toBeVisible();
  for (const link of await dialog.getByText("click", { exact: true }).all()) {
    await link.click();
  }
  await expect(dialog.getByRole("link", { name: "click" })).toHaveCount(0);
  await expect(dialog.locator("script, iframe, img")).toHaveCount(0);
  expect(await page.title()).not.toBe("owned");
  expect([...hosts]).toEqual([new URL(malamar.url).host]);
  const box = await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(box).toBe(0);
});
