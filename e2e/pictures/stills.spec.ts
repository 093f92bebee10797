import { cardOf, findWorkspace, later, NEWSLETTER, PARTY, test } from "./studio.ts";

test.describe("on a screen", () => {
  test.use({ deviceScaleFactor: 1.5 });

  test("the board, with a team at work", async ({ page, demo, picture }) => {
    await page.setViewportSize({ width: 1440, height: 560 });
    await later(page, 4);
    await page.goto(`/workspaces/${await findWorkspace(demo, PARTY)}/tasks`);
    await picture("board", cardOf(page, "countdown").getByText("Implementer"));
  });

  test("what needs you, on the home page", async ({ page, picture }) => {
    await page.setViewportSize({ width: 1440, height: 840 });
    await later(page, 4);
    await page.goto("/");
    await picture("needs-you", page.getByRole("main").getByText("1 in progress"));
  });

  test("a task and its transcript, in the middle of a run", async ({ page, demo, picture }) => {
    await page.setViewportSize({ width: 1440, height: 760 });
    await page.goto(`/workspaces/${await findWorkspace(demo, PARTY)}/tasks`);
    await cardOf(page, "countdown").click();
    await page.getByRole("tab", { name: "Transcript" }).click();
    await page.mouse.move(0, 0);
    const transcript = page.getByRole("log", { name: "Transcript of Implementer" });
    await picture("transcript", transcript.getByText("All three days read right"));
  });

  test("the chat that built a team", async ({ page, demo, picture }) => {
    await page.setViewportSize({ width: 1280, height: 960 });
    await page.goto(`/workspaces/${await findWorkspace(demo, NEWSLETTER)}/chats`);
    await page.getByRole("link", { name: /A team for the newsletter/ }).click();
    await page.getByRole("textbox", { name: "Message" }).blur();
    await page.mouse.move(0, 0);
    await picture("chat", page.getByRole("link", { name: "Open the task" }));
  });
});

test.describe("on a phone", () => {
  test.use({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
  });

  test("what needs you", async ({ page, picture }) => {
    await later(page, 4);
    await page.goto("/");
    await picture("phone-needs-you", page.getByRole("main").getByText("1 in progress"));
  });

  test("a task that waits for a decision", async ({ page, demo, picture }) => {
    await later(page, 4);
    await page.goto(`/workspaces/${await findWorkspace(demo, PARTY)}/tasks`);
    await page.getByText("In Review", { exact: true }).first().tap();
    await cardOf(page, "three places").tap();
    await picture("phone-task", page.getByRole("list", { name: "Timeline" }));
  });
});
