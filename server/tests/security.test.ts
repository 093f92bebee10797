import { describe, expect, test } from "bun:test";
import type { ErrorBody } from "@malamar/contract/error.ts";
import type { TokenState } from "@malamar/contract/session.ts";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createTestApp, TEST_PORT } from "#testing/create-test-app.ts";
import { tempDir } from "#testing/temp-dir.ts";
import { virtualTime } from "#testing/virtual-time.ts";

type TestApp = Awaited<ReturnType<typeof createTestApp>>;

/** Every method and path that the API has registered, with parameters filled in. */
function everyRoute(app: TestApp): { method: string; path: string }[] {
  const seen = new Map(
    app.api.routes.map(({ method, path }) => [
      `${method} ${path}`,
      { method, path: path.replaceAll(/:\w+/g, "0".repeat(21)) },
    ]),
  );
  return [...seen.values()];
}

/** As a client would send it, with a body where the method has one. */
function requestTo(app: TestApp, method: string, path: string, headers: Record<string, string>) {
  const hasBody = method === "POST" || method === "PUT";
  return app.send(method, path, { headers, ...(hasBody && { body: {} }) });
}

async function refusals(app: TestApp, headers: Record<string, string>) {
  const answers = await Promise.all(
    everyRoute(app).map(async ({ method, path }) => {
      const response = await requestTo(app, method, path, headers);
      const body = (await response.json()) as ErrorBody;
      return { route: `${method} ${path}`, status: response.status, code: body.error.code };
    }),
  );
  expect(answers.length).toBeGreaterThan(15);
  return answers;
}

describe("every registered route", () => {
  test.each<[what: string, headers: Record<string, string>]>([
    ["a foreign host", { host: "evil.com" }],
    ["a foreign host with our port", { host: `evil.com:${TEST_PORT}` }],
    ["our name with another port", { host: "localhost:1" }],
    ["a foreign origin", { origin: "https://evil.com" }],
    ["another port on loopback", { origin: `http://localhost:${TEST_PORT + 1}` }],
    ["an opaque origin", { origin: "null" }],
    ["a request that a foreign page made", { "sec-fetch-site": "cross-site" }],
    ["a request from another port of this machine", { "sec-fetch-site": "same-site" }],
  ])("refuses %s", async (_what, headers) => {
    await using app = await createTestApp();
    const passed = (await refusals(app, headers)).filter(
      ({ status, code }) => status !== 403 || code !== "FORBIDDEN",
    );
    expect(passed).toEqual([]);
  });

  test("needs the token where one is required, except for the login itself", async () => {
    await using app = await createTestApp({ config: { token: "a-secret-token-of-ours" } });
    for (const headers of [{}, { cookie: "malamar_x=1" }]) {
      const passed = (await refusals(app, headers)).filter(({ status }) => status !== 401);
      expect(passed).toEqual([{ route: "POST /api/login", status: 400, code: "VALIDATION_ERROR" }]);
    }
  });

  test("refuses a body that is not declared as JSON, except for files", async () => {
    await using app = await createTestApp();
    const writers = everyRoute(app).filter(
      ({ method, path }) =>
        (method === "POST" || method === "PUT") && !path.endsWith("/attachments"),
    );
    for (const { method, path } of writers) {
      for (const type of [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
      ]) {
        const headers = { "content-type": type };
        const response = await app.send(method, path, { text: "{}", headers });
        expect({ path, status: response.status }).toEqual({ path, status: 415 });
      }
    }
  });

  test("has the security headers on every answer, errors included", async () => {
    using page = builtPage();
    await using app = await createTestApp({ webRoot: page.path });
    const answers = [
      ...(await Promise.all(
        everyRoute(app).map(({ method, path }) => requestTo(app, method, path, {})),
      )),
      await app.send("GET", "/"),
      await app.send("GET", "/assets/gone.js"),
      await app.send("GET", "/api/nothing"),
      await app.send("POST", "/api/workspaces", { text: "{" }),
      await app.send("GET", "/api/workspaces", { headers: { host: "evil.com" } }),
      await app.send("GET", "/", { headers: { host: "evil.com" } }),
    ];
    for (const { headers, body } of answers) {
      await body?.cancel();
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("x-frame-options")).toBe("DENY");
      const policy = headers.get("content-security-policy")!;
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain("unsafe");
      expect(headers.get("access-control-allow-origin")).toBeNull();
    }
  });

  test("is in the API document with a summary and an answer", async () => {
    await using app = await createTestApp();
    const { body: document } = await app.call<{
      openapi: string;
      paths: Record<string, Record<string, { summary: string; responses: object }>>;
    }>("GET", "/api/openapi.json");
    expect(document.openapi).toBe("3.1.0");
    const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { summary, responses }]) => {
        expect(summary).not.toBe("");
        expect(Object.keys(responses)).toContain("default");
        return `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, "0".repeat(21))}`;
      }),
    );
    const registered = everyRoute(app).map(({ method, path }) => `${method} ${path}`);
    expect(new Set(documented)).toEqual(new Set(registered));
  });
});

/** The smallest possible page. */
function builtPage() {
  const dir = tempDir();
  writeFileSync(join(dir.path, "index.html"), "<!doctype html><title>Malamar</title>");
  return dir;
}

describe("the page's shell", () => {
  test("opens from a link on any site, but not under a foreign name", async () => {
    using page = builtPage();
    await using app = await createTestApp({ webRoot: page.path });
    const fromMail = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" };
    expect((await app.send("GET", "/", { headers: fromMail })).status).toBe(200);
    expect((await app.send("GET", "/", { headers: { host: "evil.com" } })).status).toBe(403);
  });

  test("needs no token: it holds no data", async () => {
    using page = builtPage();
    await using app = await createTestApp({
      config: { token: "a-secret-token-of-ours" },
      webRoot: page.path,
    });
    expect((await app.send("GET", "/login")).status).toBe(200);
  });
});

describe("the token", () => {
  test.each([
    [{ host: "0.0.0.0" }, true],
    [{ host: "::" }, true],
    [{ "allowed-hosts": ["box.ts.net"] }, true],
    [{ token: "chosen-by-a-person" }, true],
    [{}, false],
  ])("with %j is required: %p", async (config, required) => {
    await using app = await createTestApp({ config });
    expect((await app.send("GET", "/api/workspaces")).status).toBe(required ? 401 : 200);
    const headers = { authorization: `Bearer ${app.token.value}` };
    expect((await app.send("GET", "/api/workspaces", { headers })).status).toBe(200);
  });

  test("opens the API to a browser through the login and its cookie", async () => {
    await using app = await createTestApp({ config: { token: "a-secret-token-of-ours" } });
    const wrong = await app.send("POST", "/api/login", { body: { token: "guess" } });
    expect(wrong.status).toBe(401);
    expect(wrong.headers.get("set-cookie")).toBeNull();

    const right = await app.send("POST", "/api/login", {
      body: { token: "a-secret-token-of-ours" },
    });
    expect(right.status).toBe(204);
    const cookie = right.headers.get("set-cookie")!;
    expect(cookie).toMatch(/^malamar_[0-9a-f]{16}=.+; HttpOnly; SameSite=Strict/);
    expect(cookie).not.toContain("a-secret-token-of-ours");
    const headers = { cookie: cookie.split(";")[0]! };
    expect((await app.send("GET", "/api/workspaces", { headers })).status).toBe(200);

    const logout = await app.send("POST", "/api/logout", { headers });
    expect(logout.headers.get("set-cookie")).toContain("Max-Age=0");
    expect((await app.send("GET", "/api/workspaces", { headers })).status).toBe(401);
  });

  test("is described to those it let in: whether it is required and where it is, never its value", async () => {
    const session = async (config: { token?: string; host?: string }) => {
      await using app = await createTestApp({ config });
      const headers = { authorization: `Bearer ${app.token.value}` };
      const response = await app.send("GET", "/api/session", { headers });
      expect(await response.clone().text()).not.toContain(app.token.value ?? "no token");
      return (await response.json()) as TokenState;
    };
    expect(await session({})).toEqual({ token_required: false, token_file: null });
    expect(await session({ token: "a-secret-token-of-ours" })).toEqual({
      token_required: true,
      token_file: null,
    });
    const { token_required, token_file } = await session({ host: "0.0.0.0" });
    expect(token_required).toBe(true);
    expect(token_file).toEndWith("/token");
  });

  test("cannot be guessed quickly, and behind a proxy the real address counts", async () => {
    const time = virtualTime();
    await using app = await createTestApp({
      config: { token: "a-secret-token-of-ours", "trust-proxy": true },
      timers: time.timers,
    });
    const guess = (token: string, from: string) =>
      app.send("POST", "/api/login", { body: { token }, headers: { "x-forwarded-for": from } });
    for (let n = 0; n < 10; n++) await guess("wrong", "9.9.9.9, 5.5.5.5");
    const wrong = guess("wrong", "8.8.8.8, 5.5.5.5");
    const right = guess("a-secret-token-of-ours", "5.5.5.5");
    const asked = app.send("GET", "/api/workspaces", {
      headers: { authorization: "Bearer a-secret-token-of-ours", "x-forwarded-for": "5.5.5.5" },
    });
    expect((await guess("wrong", "6.6.6.6")).status).toBe(401);
    await new Promise(setImmediate);
    time.advance(3000);
    const blocked = await wrong;
    expect(blocked.status).toBe(429);
    expect(blocked.headers.get("retry-after")).toBe("57");
    expect((await right).status).toBe(204);
    expect((await asked).status).toBe(200);
  });
});
