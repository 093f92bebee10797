import type { Page } from "@playwright/test";
import { createWorkspace, expect, openHome, test } from "../support/fixtures.ts";
import { startMalamar } from "../support/malamar.ts";

/** The addresses of event streams that a page opens from now on. */
function streamsOf(page: Page): URL[] {
  const streams: URL[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.pathname === "/api/events") streams.push(url);
  });
  return streams;
}

test("eight tabs stay in step over one stream", async ({ malamar, newTab, request }) => {
  const tabs = await Promise.all(Array.from({ length: 8 }, newTab));
  const streams = tabs.map(streamsOf);
  for (const tab of tabs) {
    await tab.goto("/");
    await expect(tab.getByRole("main").getByRole("link", { name: /Sample/ })).toBeVisible();
  }
  await createWorkspace(request, "Seen by everybody");
  for (const tab of tabs) {
    await expect(
      tab.getByRole("main").getByRole("link", { name: /Seen by everybody/ }),
    ).toBeVisible();
  }
  expect(streams.flat()).toHaveLength(1);
  expect(malamar.output()).not.toContain("[ERROR]");
});

test("when the leading tab closes, the next one takes over without a gap", async ({
  newTab,
  request,
}) => {
  const leader = await newTab();
  await leader.goto("/");
  await expect(leader.getByRole("main").getByRole("link", { name: /Sample/ })).toBeVisible();
  const follower = await newTab();
  const streams = streamsOf(follower);
  await follower.goto("/");
  await createWorkspace(request, "Before");
  await expect(follower.getByRole("main").getByRole("link", { name: /Before/ })).toBeVisible();
  expect(streams).toEqual([]);

  await leader.close();
  await createWorkspace(request, "In between");
  await expect(follower.getByRole("main").getByRole("link", { name: /In between/ })).toBeVisible();
  expect(streams[0]!.searchParams.get("last_event_id")).toMatch(/^.+-\d+$/);
});

test("a page that opens reads everything once, unless something happened meanwhile", async ({
  page,
}) => {
  // Until the installed CLIs are known, events come on their own.
  await openHome(page);
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith("/api/")) asked.push(pathname + search);
  });
  await openHome(page);
  await createWorkspace(page.request, "Told of");
  await expect(page.getByRole("main").getByRole("link", { name: /Told of/ })).toBeVisible();
  const again = asked.filter((address, at) => asked.indexOf(address) !== at);
  // The home page and the sidebar.
  expect(new Set(again.map((address) => address.split("?")[0]))).toEqual(
    new Set(["/api/home", "/api/workspace-briefs"]),
  );
});

test.describe("over plain http from another machine", () => {
  const token = "open-sesame-says-ali";
  test.use({ args: ["--token", token, "--allowed-hosts", "lan.example"] });

  test("nine tabs stay in step without locks, also after the leading one closes", async ({
    playwright,
    malamar,
    request,
  }) => {
    const { launchOptions } = test.info().project.use;
    const browser = await playwright.chromium.launch({
      ...launchOptions,
      args: [...(launchOptions?.args ?? []), "--host-resolver-rules=MAP lan.example 127.0.0.1"],
    });
    const context = await browser.newContext({ baseURL: `http://lan.example:${malamar.port}` });
    const create = (title: string) =>
      request.post("/api/workspaces", {
        data: { title },
        headers: { authorization: `Bearer ${token}` },
      });
    const first = await context.newPage();
    await first.goto("/login");
    expect(await first.evaluate(() => "locks" in navigator)).toBe(false);
    await first.getByLabel("Token").fill(token);
    await first.keyboard.press("Enter");
    await expect(first.getByRole("main").getByRole("link", { name: /Sample/ })).toBeVisible();

    const tabs = [first];
    while (tabs.length < 9) {
      const tab = await context.newPage();
      await tab.goto("/");
      await expect(tab.getByRole("main").getByRole("link", { name: /Sample/ })).toBeVisible();
      tabs.push(tab);
    }
    await create("Seen by everybody");
    for (const tab of tabs) {
      await expect(
        tab.getByRole("main").getByRole("link", { name: /Seen by everybody/ }),
      ).toBeVisible();
    }
    await first.close();
    await create("After the first one");
    for (const tab of tabs.slice(1)) {
      await expect(
        tab.getByRole("main").getByRole("link", { name: /After the first one/ }),
      ).toBeVisible();
    }
    await browser.close();
  });
});

test.describe("when the server goes away", () => {
  test.use({ allowedNoise: /Failed to load resource|ERR_/ });

  test("the page says so, disables writing, and catches up when it is back", async ({
    page,
    malamar,
  }) => {
    await page.goto("/");
    await expect(page.getByRole("main").getByRole("link", { name: /Sample/ })).toBeVisible();
    const { dataDir, port } = malamar;
    await malamar.stop("SIGKILL");
    await expect(page.getByText("Reconnecting…")).toBeVisible();
    await expect(page.getByRole("main").getByRole("link", { name: /Sample/ })).toBeVisible();

    await using again = await startMalamar({ dataDir, env: { MALAMAR_PORT: String(port) } });
    expect(again.port).toBe(port);
    await createWorkspace(page.request, "Made meanwhile");
    await expect(page.getByText("Reconnecting…")).toBeHidden({ timeout: 30_000 });
    await expect(
      page.getByRole("main").getByRole("link", { name: /Made meanwhile/ }),
    ).toBeVisible();
  });

  test("the notice takes its room from the page, which still fills the window", async ({
    page,
    malamar,
  }) => {
    const { id } = await createWorkspace(page.request, "Lonely");
    await page.goto(`/workspaces/${id}/tasks`);
    await expect(page.getByText("This workspace has no agents")).toBeVisible();
    await malamar.stop("SIGKILL");
    await expect(page.getByText("Reconnecting…")).toBeInViewport();
    await expect(page.getByRole("button", { name: "Create agent" })).toBeDisabled();
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
    await expect.poll(overflow).toBe(0);
    await page.setViewportSize({ width: 360, height: 740 });
    // The page notices its new size a moment later.
    await expect.poll(overflow).toBe(0);
  });

  test("a new version asks for a reload", async ({ page }) => {
    let connections = 0;
    await page.route("**/api/events*", (route) => {
      const version = connections++ === 0 ? "0.1.0" : "9.9.9";
      return route.fulfill({
        contentType: "text/event-stream",
        body: `retry: 10\n:ok\n\nid: boot-1\nevent: hello\ndata: {"version":"${version}","boot_id":"boot"}\n\n`,
      });
    });
    await page.goto("/");
    await expect(page.getByText("Malamar was updated — reload")).toBeVisible();
    await expect(page.getByRole("button", { name: "Reload" })).toBeVisible();
  });
});

test.describe("whatever is deleted elsewhere", () => {
  test.use({ allowedNoise: /404 \(Not Found\)/ });

  test("disappears here too", async ({ page }) => {
    const { id } = await createWorkspace(page.request, "Short-lived");
    await page.goto(`/workspaces/${id}/agents`);
    await expect(page.getByRole("heading", { name: "Short-lived" })).toBeVisible();
    await page.request.delete(`/api/workspaces/${id}`);
    await expect(page.getByText("This workspace does not exist")).toBeVisible();
  });
});
