import { expect, jest, test } from "bun:test";
import type { ErrorBody } from "@malamar/contract/error.ts";
import type { LoginSession } from "@malamar/contract/session.ts";
import { HEARTBEAT_MS } from "#http/sse.ts";
import { DAY_MS } from "#lib/clock.ts";
import { USER } from "#testing/actors.ts";
import { createTestApp } from "#testing/create-test-app.ts";
import { hangs, scriptedTeam } from "#testing/scripted-team.ts";
import { virtualTime } from "#testing/virtual-time.ts";

const TOKEN = "a-token-of-sixteen-and-more";
const bearer = { authorization: `Bearer ${TOKEN}` };
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0";

type App = Awaited<ReturnType<typeof createTestApp>>;

async function guardedApp() {
  return createTestApp({ config: { token: TOKEN } });
}

async function logIn(app: App, userAgent = FIREFOX): Promise<{ cookie: string }> {
  const headers = { "user-agent": userAgent };
  const { headers: answered } = await app.send("POST", "/api/login", {
    body: { token: TOKEN },
    headers,
  });
  return { cookie: answered.get("set-cookie")!.split(";")[0]! };
}

const list = async (app: App, headers: Record<string, string>) =>
  (await app.call<LoginSession[]>("GET", "/api/sessions", { headers })).body;

const statusFor = async (app: App, headers: Record<string, string>) =>
  (await app.send("GET", "/api/workspaces", { headers })).status;

test("logged-in browsers are listed, with the requesting one marked", async () => {
  await using app = await guardedApp();
  expect(await list(app, bearer)).toEqual([]);
  const mine = await logIn(app);
  await logIn(app, "curl/8.5.0");
  const sessions = await list(app, mine);
  expect(sessions).toEqual([
    {
      id: expect.stringMatching(/^[\w-]{21}$/),
      device: "curl/8.5.0",
      created_at: expect.any(String),
      last_seen_at: expect.any(String),
      is_current: false,
    },
    expect.objectContaining({ device: "Firefox on Linux", is_current: true }),
  ]);
  expect((await list(app, bearer)).map(({ is_current }) => is_current)).toEqual([false, false]);
});

test("one is ended, and its streams are closed; another one is unaffected", async () => {
  await using app = await guardedApp();
  const [mine, lost] = [await logIn(app), await logIn(app, "curl/8.5.0")];
  const stream = await app.send("GET", "/api/events", { headers: lost });
  const kept = await app.send("GET", "/api/events", { headers: mine });
  expect(app.events.clientCount()).toBe(2);
  const { id } = (await list(app, mine)).find(({ is_current }) => !is_current)!;

  expect((await app.send("DELETE", `/api/sessions/${id}`, { headers: mine })).status).toBe(204);
  expect(await statusFor(app, lost)).toBe(401);
  expect(await statusFor(app, mine)).toBe(200);
  expect(await stream.text()).toContain("event: hello");
  expect(app.events.clientCount()).toBe(1);
  await kept.body?.cancel();
  expect((await app.send("DELETE", `/api/sessions/${id}`, { headers: mine })).status).toBe(404);
});

test("a logout closes what a copied cookie had opened", async () => {
  await using app = await guardedApp();
  const mine = await logIn(app);
  const stolen = await app.send("GET", "/api/events", { headers: mine });
  await app.send("POST", "/api/logout", { headers: mine });
  expect(await stolen.text()).toContain("event: hello");
  expect(await statusFor(app, mine)).toBe(401);
});

test("the stream of a run is closed with its session too", async () => {
  const { createEngines } = scriptedTeam({ Planner: hangs });
  await using app = await createTestApp({ config: { token: TOKEN }, createEngines });
  await app.startLoop();
  const { id } = app.workspaceService.create(USER, { title: "Website" });
  app.agentService.create(USER, id, { name: "Planner", instruction: "Planner" });
  app.taskService.create(USER, id, { summary: "Fix login" });
  const firstRun = () => app.db.query<{ id: string }, []>("SELECT id FROM runs").get()?.id;
  while (firstRun() === undefined) await new Promise(setImmediate);

  const mine = await logIn(app);
  const stream = await app.send("GET", `/api/runs/${firstRun()}/stream`, { headers: mine });
  await app.send("POST", "/api/logout", { headers: mine });
  expect(await stream.text()).toStartWith("retry: 3000");
});

test("a session that expires ends its streams with the next heartbeat", async () => {
  jest.useFakeTimers();
  try {
    const time = virtualTime();
    await using app = await createTestApp({ config: { token: TOKEN }, clock: time.clock });
    const old = await logIn(app);
    time.advance(DAY_MS);
    const young = await logIn(app);
    const [ends, stays] = [
      await app.send("GET", "/api/events", { headers: old }),
      await app.send("GET", "/api/events", { headers: young }),
    ];
    time.advance(29 * DAY_MS);
    jest.advanceTimersByTime(HEARTBEAT_MS);
    expect(app.events.clientCount()).toBe(1);
    expect(await ends.text()).toContain("event: hello");
    await stays.body?.cancel();
  } finally {
    jest.useRealTimers();
  }
});

test("a login for which there is no room says so", async () => {
  await using app = await guardedApp();
  const { page_count } = app.db.query<{ page_count: number }, []>("PRAGMA page_count").get()!;
  app.db.run(`PRAGMA max_page_count = ${page_count}`);
  const attempt = () =>
    app.call<ErrorBody | undefined>("POST", "/api/login", { body: { token: TOKEN } });
  let answer = await attempt();
  for (let n = 0; n < 100 && answer.status === 204; n++) answer = await attempt();
  expect(answer.status).toBe(507);
  expect(answer.headers.get("set-cookie")).toBeNull();
  expect(answer.body?.error.message).toStartWith("Malamar cannot write to its database right now");
});

test("all others are ended at once; a script with the token ends all", async () => {
  await using app = await guardedApp();
  const [mine, second, third] = [await logIn(app), await logIn(app), await logIn(app)];
  expect((await app.send("DELETE", "/api/sessions", { headers: mine })).status).toBe(204);
  expect([await statusFor(app, mine), await statusFor(app, second)]).toEqual([200, 401]);
  expect(await statusFor(app, third)).toBe(401);
  await app.send("DELETE", "/api/sessions", { headers: bearer });
  expect(await statusFor(app, mine)).toBe(401);
});

test("no credential is in the log, however it is sent", async () => {
  await using app = await guardedApp();
  const { cookie } = await logIn(app);
  const secret = cookie.split("=")[1]!;
  const wrong = "a-typing-mistake-of-mine";
  for (const value of [TOKEN, secret, wrong]) {
    for (const headers of [bearer, {}, { cookie: `${cookie.split("=")[0]}=${value}` }]) {
      for (const path of [
        `/api/workspaces?token=${value}`,
        `/api/tasks/${value}`,
        `/api/${value}`,
        `/${value}`,
        `/api/events?last_event_id=${value}`,
      ]) {
        const response = await app.send("GET", path, { headers });
        await response.body?.cancel();
      }
    }
    for (const host of [`${value}.example`, "localhost:1"]) {
      await app.send("GET", `/api/session?t=${value}`, { headers: { host, origin: value } });
    }
    await app.send("POST", "/api/login", { body: { token: `${value}x` }, address: "2.2.2.2" });
    await app.send("POST", "/api/login", { text: `{"token": "${value}` });
    await app.send("GET", "/api/settings", { headers: { authorization: `Basic ${value}` } });
  }
  const log = app.logLines.join("\n");
  expect(log).toContain("Refused a wrong token");
  for (const value of [TOKEN, secret]) expect(log).not.toContain(value);
});
