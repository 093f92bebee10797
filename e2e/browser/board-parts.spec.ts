import { createBoard } from "../support/board.ts";
import { createFilledBoards } from "../support/filled-boards.ts";
import { expect, test } from "../support/fixtures.ts";

test("a long column loads in parts, and events change it without another request", async ({
  page,
  malamar,
}) => {
  // Half of them wait in Todo, a third are in review, the rest are done.
  const [id] = await createFilledBoards(malamar.url, [600]);
  const lists: URL[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (/^\/api\/workspaces\/[^/]+\/tasks$/.test(url.pathname)) lists.push(url);
  });
  const asked = () =>
    lists
      .splice(0)
      .map(({ searchParams: query }) => `${query.get("status")} ${query.get("limit")}`);
  await page.goto(`/workspaces/${id}/tasks`);
  const todo = page.locator('[data-column="todo"]');
  await expect(todo.getByRole("list", { name: "Todo, 300 tasks" })).toBeVisible();
  expect(asked().toSorted()).toEqual(["done 50", "in_progress 100", "in_review 100", "todo 100"]);

  const board = createBoard(malamar.url);
  const first = (await todo.locator("[data-task-id]").first().getAttribute("data-task-id"))!;
  await board.changeTask(first, { summary: "Another name" });
  await expect(todo.getByText("Another name")).toBeVisible();
  await board.deleteTask(first);
  await expect(todo.getByRole("list", { name: "Todo, 299 tasks" })).toBeVisible();
  expect(asked()).toEqual([]);

  // Scrolls to the end of the loaded part until there is nothing more to load.
  const last = todo.getByText(/^Task 600:/);
  await todo.hover();
  await expect(async () => {
    await page.mouse.wheel(0, 100_000);
    await expect(last).toBeInViewport({ timeout: 100 });
  }).toPass({ intervals: [100] });
  expect(asked()).toEqual(["todo 100", "todo 100"]);
});
