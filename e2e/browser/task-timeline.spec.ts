import type { Locator } from "@playwright/test";
import { demoAgent } from "../support/board.ts";
import { expect, test } from "../support/fixtures.ts";
import { createGate, holdBack } from "../support/held-back.ts";
import { startMalamar } from "../support/malamar.ts";
import { letGo, openTask, reviewingAgent, timeline, waitingAgent } from "../support/task-pages.ts";

const MOD_ENTER = "ControlOrMeta+Enter";
const form = (view: Locator) => view.getByRole("form", { name: "New comment" });
const refusal = { error: { code: "INTERNAL_ERROR", message: "The disk is full." } };

test.describe("comments", () => {
  test("appear at once, and only once", async ({ page, malamar }) => {
    const { view, task } = await openTask(page, malamar);
    const answer = await holdBack(page, `**/api/tasks/${task.id}/comments`, "POST");
    await view.getByRole("textbox", { name: "Comment" }).fill("Is it *done*?");
    await page.keyboard.press(MOD_ENTER);
    await expect(view.getByText("Sending…")).toBeVisible();
    await expect(view.getByRole("textbox", { name: "Comment" })).toHaveValue("");
    answer();
    await expect(view.getByText("Sending…")).toBeHidden();
    await expect(timeline(view).filter({ hasText: "Is it done?" })).toHaveCount(1);
    await expect(view.locator("em", { hasText: "done" })).toHaveCount(1);
  });

  test("are not shown twice when the event arrives before the answer", async ({
    page,
    malamar,
  }) => {
    const { view, task } = await openTask(page, malamar);
    const gate = createGate();
    await page.route(`**/api/tasks/${task.id}/comments`, async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      const response = await route.fetch();
      await gate.isOpen;
      await route.fulfill({ response });
    });
    await view.getByRole("textbox", { name: "Comment" }).fill("Twice?");
    await page.keyboard.press(MOD_ENTER);
    await expect(timeline(view).filter({ hasText: "Twice?" })).toHaveCount(1);
    await expect(view.getByText("Twice?")).toHaveCount(1);
    gate.open();
    await expect(view.getByText("Twice?")).toHaveCount(1);
  });

  test("on a task In Review start the team again", async ({ page, malamar }) => {
    const { view, board, task } = await openTask(page, malamar, [
      reviewingAgent("Planner", "I read what you said."),
    ]);
    await board.reachesReview(task.id);
    await expect(view.getByText("Commenting sends this back to the team.")).toBeVisible();
    await view.getByRole("textbox", { name: "Comment" }).fill("Try again");
    await form(view).getByRole("button", { name: "Send back" }).click();
    await expect(timeline(view)).toHaveCount(3);
    await expect(timeline(view).nth(2)).toContainText("I read what you said.");
    await expect(timeline(view).nth(1)).toContainText("Try again");
  });

  test("on a task that is Done are notes, and do not start a run", async ({ page, malamar }) => {
    const { view, board, task } = await openTask(page, malamar);
    await board.moveToDone(task.id);
    await expect(view.getByText("Notes don't restart work.")).toBeVisible();
    await expect(form(view).getByRole("button")).toHaveText(["Add note"]);
    await view.getByRole("textbox", { name: "Comment" }).fill("Well done");
    await page.keyboard.press(MOD_ENTER);
    await expect(timeline(view).filter({ hasText: "Well done" })).toBeVisible();
    expect((await board.comments(task.id)).at(-1)).toMatchObject({ is_note: true });
    expect((await board.task(task.id)).status).toBe("done");
  });

  test("that are drafts wait for their author", async ({ page, malamar }) => {
    const { view, address } = await openTask(page, malamar);
    const box = view.getByRole("textbox", { name: "Comment" });
    await box.fill("Half a remark");
    await page.keyboard.press("Escape");
    await expect(view).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(view).toBeHidden();
    await page.goto(address);
    await expect(box).toHaveValue("Half a remark");
    await page.keyboard.press("m");
    await page.keyboard.press(MOD_ENTER);
    await expect(timeline(view).filter({ hasText: "Half a remark" })).toBeVisible();
    await page.reload();
    await expect(box).toHaveValue("");
  });

  test.describe("that fail", () => {
    test.use({ allowedNoise: /Failed to load resource/ });

    test("stay, each on its own, through a reload, until they are sent or dropped", async ({
      page,
      malamar,
    }) => {
      const { view, board, task } = await openTask(page, malamar);
      const comments = `**/api/tasks/${task.id}/comments`;
      await page.route(comments, (route) =>
        route.request().method() === "POST"
          ? route.fulfill({ status: 500, json: refusal })
          : route.fallback(),
      );
      const box = view.getByRole("textbox", { name: "Comment" });
      const stuck = view.getByRole("list", { name: "Unsent comments" }).getByRole("listitem");
      for (const text of ["First", "Second", "Third"]) {
        await box.fill(text);
        await page.keyboard.press(MOD_ENTER);
        await expect(stuck.filter({ hasText: text })).toContainText("Not sent. The disk is full.");
      }
      await page.reload();
      await expect(stuck).toHaveCount(3);
      await page.unroute(comments);

      await stuck.filter({ hasText: "First" }).getByRole("button", { name: "Retry" }).click();
      await expect(timeline(view).filter({ hasText: "First" })).toBeVisible();
      await stuck.filter({ hasText: "Third" }).getByRole("button", { name: "Discard" }).click();
      await expect(stuck).toHaveCount(1);
      await box.fill("More words");
      await stuck.getByRole("button", { name: "Edit" }).click();
      await expect(stuck).toHaveCount(0);
      await expect(box).toBeFocused();
      await expect(box).toHaveValue("Second\n\nMore words");
      await page.keyboard.press(MOD_ENTER);
      await expect(timeline(view).filter({ hasText: "More words" })).toBeVisible();
      await page.reload();
      await expect(timeline(view).filter({ hasText: "More words" })).toBeVisible();
      await expect(stuck).toHaveCount(0);
      const said = (await board.comments(task.id)).map(({ content }) => content);
      expect(said).toEqual(["First", "Second\n\nMore words"]);
    });

    test("but had arrived anyway are shown once", async ({ page, malamar }) => {
      const { view, task } = await openTask(page, malamar);
      await page.route(`**/api/tasks/${task.id}/comments`, async (route) => {
        if (route.request().method() !== "POST") return route.fallback();
        await route.fetch();
        await route.abort();
      });
      await view.getByRole("textbox", { name: "Comment" }).fill("Did you hear?");
      await page.keyboard.press(MOD_ENTER);
      await expect(timeline(view).filter({ hasText: "Did you hear?" })).toBeVisible();
      await expect(view.getByText("Did you hear?")).toHaveCount(1);
      await expect(view.getByText("Not sent.")).toBeHidden();
    });
  });
});

test.describe("while Malamar does not answer", () => {
  test.use({ allowedNoise: /Failed to load resource|ERR_/ });

  test("a comment can be typed, waits, and is sent afterwards", async ({ page, malamar }) => {
    const { view } = await openTask(page, malamar);
    const box = view.getByRole("textbox", { name: "Comment" });
    const send = form(view).getByRole("button", { name: "Send back" });
    await expect(box).toBeEditable();
    await expect(view.getByRole("button", { name: "Move to Done" })).toBeEnabled();
    const { dataDir, port } = malamar;
    await malamar.stop("SIGKILL");
    await expect(view.getByText("You can send this once Malamar responds")).toBeVisible();
    await box.fill("Written in the dark");
    await expect(send).toBeDisabled();
    await page.keyboard.press(MOD_ENTER);
    await expect(box).toHaveValue("Written in the dark");
    await expect(view.getByRole("button", { name: "Move to Done" })).toBeDisabled();

    await using again = await startMalamar({ dataDir, env: { MALAMAR_PORT: String(port) } });
    expect(again.port).toBe(port);
    await expect(send).toBeEnabled({ timeout: 30_000 });
    await box.press(MOD_ENTER);
    await expect(timeline(view).filter({ hasText: "Written in the dark" })).toBeVisible();
  });
});

test.describe("the timeline", () => {
  test("shows who said and did what, newest last", async ({ page, malamar }) => {
    const { view, board, task, workspaceId } = await openTask(page, malamar, [
      demoAgent("Planner", "usage 1200 in, 300 out, 0 cached, $0.02", "comment A **plan**."),
      demoAgent("Critic", "skip"),
      waitingAgent("Builder"),
    ]);
    await board.runThatSays(task.id, "At work.");
    const entries = timeline(view);
    await expect(entries).toHaveCount(3);
    await expect(entries.nth(2)).toContainText(/Builder\s*Demo CLI · working for \d+ s/);
    await expect(entries.nth(1)).toContainText(/Critic\s*Demo CLI · skipped · \d+ s/);
    await expect(entries.nth(0)).toContainText(
      /Planner\s*Demo CLI · commented · \d+ s · 1.5k tokens · \$0.02/,
    );
    await expect(entries.nth(0)).toContainText("A plan.");

    await entries.nth(2).getByRole("link", { name: "Watch live" }).click();
    await expect(page).toHaveURL(/\?tab=transcript$/);
    await view.getByRole("tab", { name: "Timeline" }).click();
    letGo(task);
    await expect(entries.nth(2)).toContainText("asked for review");
    await expect(entries.nth(2)).toContainText("Done with it.");

    const [planner] = await board.runs(task.id);
    await entries.nth(0).getByRole("link", { name: "Transcript" }).click();
    await expect(page).toHaveURL(new RegExp(`\\?tab=transcript&run=${planner!.id}$`));

    const agents = (await (
      await page.request.get(`/api/workspaces/${workspaceId}/agents`)
    ).json()) as { id: string }[];
    await page.request.delete(`/api/agents/${agents[0]!.id}`);
    await view.getByRole("tab", { name: "Timeline" }).click();
    await expect(entries.nth(0)).toContainText("(Deleted Agent)");
  });

  test("shows an error once, with its advice and its count", async ({ page, malamar }) => {
    const { view, board, task } = await openTask(page, malamar, [
      demoAgent("Planner", "exit 3 the <disk> is *full*"),
    ]);
    await expect.poll(async () => (await board.runs(task.id)).length).toBeGreaterThan(1);
    const error = timeline(view).filter({ hasText: "the <disk> is *full*" });
    await expect(error).toHaveCount(1);
    await expect(error).toContainText("Planner failed: the CLI exited with code 3");
    await expect(error).toContainText("CLI exited with code 3");
    await expect(view.getByText("the <disk> is *full*")).toHaveCount(1);
    await expect(error).toContainText(/\(\d+ times, last at/);
    await board.cancelTask(task.id).catch(() => undefined);
  });

  test("folds long entries, and loads earlier ones on demand", async ({ page, malamar }) => {
    const { view, board, task, address } = await openTask(page, malamar);
    await board.moveToDone(task.id);
    for (let number = 1; number <= 60; number++) await board.comment(task.id, `Remark ${number}.`);
    const lines = Array.from({ length: 200 }, (_, line) => `Line ${line}.`);
    await board.comment(task.id, lines.join("\n\n"));
    await page.goto(address);
    await expect(timeline(view)).toHaveCount(50);
    await expect(view.getByText("Line 199.")).toBeHidden();
    await view.getByRole("button", { name: /Show all/ }).click();
    await expect(view.getByText("Line 199.")).toBeVisible();
    await view.getByRole("button", { name: "Show earlier (11 more)" }).click();
    await expect(timeline(view)).toHaveCount(61);
    await expect(timeline(view).first()).toContainText("Remark 1.");
  });
});

test("the activity log is in sentences, and leads to the transcripts", async ({
  page,
  malamar,
}) => {
  const { view, board, task } = await openTask(page, malamar, [reviewingAgent("Planner")]);
  await board.reachesReview(task.id);
  await view.getByRole("tab", { name: "Activity" }).click();
  const rows = view.getByRole("list", { name: "Activity log" }).getByRole("listitem");
  await expect(rows).toContainText([
    "Planner finished: asked for review",
    "Planner moved it from In Progress to In Review",
    "Planner commented",
    "Planner started",
    "Malamar moved it from Todo to In Progress",
    "You created the task",
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
  const { view, board, task, address } = await openTask(page, malamar, [], {
    summary: `<img src=x onerror=alert(1)> ${"y".repeat(5_000)}`,
  });
  await page.request.put(`/api/tasks/${task.id}`, { data: { description: hostile } });
  await board.moveToDone(task.id);
  await board.comment(task.id, hostile.slice(0, 2_000));
  await page.goto(address);
  await expect(timeline(view)).toHaveCount(1);
  await expect(view.getByRole("link", { name: "Image: picture" }).first()).toBeVisible();
  for (const link of await view.getByText("click", { exact: true }).all()) {
    await link.click();
  }
  await expect(view.getByRole("link", { name: "click" })).toHaveCount(0);
  await expect(view.locator("script, iframe, img")).toHaveCount(0);
  expect(await page.title()).not.toBe("owned");
  expect([...hosts]).toEqual([new URL(malamar.url).host]);
  const box = await view.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(box).toBe(0);
});
