import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "../support/fixtures.ts";

/** A page that the user happens to visit, on another port of the same machine. */
async function withForeignPage<Result>(use: (url: string) => Promise<Result>): Promise<Result> {
  const server: Server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html");
    response.end("<!doctype html><title>Nice kittens</title><body></body>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
  }
}

test.use({ allowedNoise: /./, allowedHosts: /./, args: ["--log-level", "debug"] });

test("a page of another origin can neither read nor change anything", async ({ page, malamar }) => {
  const outcome = await withForeignPage(async (url) => {
    await page.goto(url);
    return page.evaluate(async (target) => {
      const attempt = async (init: RequestInit, path = "/api/workspaces") => {
        try {
          const response = await fetch(target + path, init);
          return `${response.type}: ${await response.text()}`;
        } catch {
          return "refused";
        }
      };
      const body = JSON.stringify({ title: "hacked" });
      const stream = new EventSource(`${target}/api/events`);
      const heard = await new Promise<string>((resolve) => {
        stream.addEventListener("hello", () => resolve("heard"));
        stream.addEventListener("error", () => resolve("refused"));
      });
      stream.close();
      return {
        read: await attempt({}),
        readOpaque: await attempt({ mode: "no-cors" }),
        json: await attempt({
          method: "POST",
          headers: { "content-type": "application/json" },
          body,
        }),
        simple: await attempt({ method: "POST", mode: "no-cors", body }),
        refresh: await attempt({ method: "POST", mode: "no-cors" }, "/api/health/cli/refresh"),
        stream: heard,
      };
    }, malamar.url);
  });
  expect(new Set(Object.values(outcome))).toEqual(new Set(["refused"]));
  // The browser keeps such answers from the page; its log shows that the server sent them.
  const refusals = malamar
    .output()
    .split("\n")
    .filter((line) => line.includes("Refused a request"));
  for (const refused of [
    '"status":403,"method":"GET","path":"/api/workspaces"}',
    '"status":403,"method":"OPTIONS","path":"/api/workspaces"}',
    '"status":403,"method":"POST","path":"/api/workspaces"}',
    '"status":403,"method":"POST","path":"/api/health/…"}',
    '"status":403,"method":"GET","path":"/api/events"}',
  ]) {
    expect(refusals).toContainEqual(expect.stringContaining(refused));
  }
  const list = (await (await page.request.get("/api/workspaces")).json()) as { title: string }[];
  expect(list.map(({ title }) => title)).toEqual(["Sample: Code Assistant"]);
});

test("a form of another origin is refused", async ({ page, malamar }) => {
  await withForeignPage(async (url) => {
    await page.goto(url);
    await page.evaluate((target) => {
      const form = document.createElement("form");
      form.method = "post";
      form.enctype = "text/plain";
      form.action = `${target}/api/workspaces`;
      const field = document.createElement("input");
      field.name = '{"title":"hacked","x":"';
      field.value = '"}';
      form.append(field);
      document.body.append(form);
      form.submit();
    }, malamar.url);
    await expect(page.locator("body")).toContainText("FORBIDDEN");
  });
});

test("the page cannot be framed", async ({ page, malamar }) => {
  await withForeignPage(async (url) => {
    await page.goto(url);
    const refused = page.waitForEvent("console", (message) => /frame/i.test(message.text()));
    await page.evaluate((target) => {
      const frame = document.createElement("iframe");
      frame.src = target;
      document.body.append(frame);
    }, malamar.url);
    expect((await refused).text()).toMatch(/frame-ancestors|X-Frame-Options/i);
  });
});

test("a host name made to point here is refused", async ({ playwright, malamar }) => {
  const browser = await playwright.chromium.launch({
    ...test.info().project.use.launchOptions,
    args: [
      ...(test.info().project.use.launchOptions?.args ?? []),
      "--host-resolver-rules=MAP rebound.example 127.0.0.1",
    ],
  });
  const page = await browser.newPage();
  const response = await page.goto(`http://rebound.example:${malamar.port}/`);
  expect(response!.status()).toBe(403);
  await expect(page.locator("body")).toContainText('The host "rebound.example');
  await browser.close();
});
