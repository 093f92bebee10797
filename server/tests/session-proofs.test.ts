import { expect, test } from "bun:test";
import type { AppError } from "#lib/app-error.ts";
import { sessionDoor, TOKEN } from "#testing/session-door.ts";

const DAY = 24 * 60 * 60 * 1000;

test("without a required token everyone is let in", async () => {
  using t = sessionDoor(null);
  expect(await t.tryWith({})).toBe("ok");
  expect(await t.login("anything")).toBeNull();
  expect(t.rows()).toEqual([]);
});

test("with a required token a request must show it", async () => {
  using t = sessionDoor();
  expect(await t.tryWith({})).toBe("UNAUTHORIZED");
  expect(await t.bearer("wrong")).toBe("UNAUTHORIZED");
  expect(await t.bearer(TOKEN)).toBe("ok");
  expect(await t.tryWith({ authorization: `bearer ${TOKEN}` })).toBe("ok");
  expect(await t.tryWith({ authorization: `Basic ${TOKEN}` })).toBe("UNAUTHORIZED");
});

test("a browser that typed the token gets a cookie that lets it in", async () => {
  using t = sessionDoor();
  const line = await t.login(TOKEN);
  const cookie = line?.split(";")[0];
  expect(line).toMatch(
    /^malamar_abc=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=2592000$/,
  );
  expect(await t.tryWith({ cookie: `other=1; ${cookie}` })).toBe("ok");
  expect(await t.tryWith({ cookie: `${cookie}x` })).toBe("UNAUTHORIZED");
  expect(await t.login(TOKEN, {}, "https")).toEndWith("; Secure");
});

test("what is in the database does not let anyone in, and neither does the cookie as a token", async () => {
  using t = sessionDoor();
  const secret = (await t.logIn()).split("=")[1]!;
  expect(await t.bearer(secret)).toBe("UNAUTHORIZED");
  const [row] = t.rows();
  for (const value of Object.values(row!)) {
    expect(value).not.toContain(secret);
    expect(value).not.toContain(TOKEN);
    expect(await t.withCookie(value)).toBe("UNAUTHORIZED");
  }
});

test("a logout ends it for good: a copy of the cookie is worthless", async () => {
  using t = sessionDoor();
  const cookie = await t.logIn();
  expect(await t.tryWith({ cookie })).toBe("ok");
  expect(await t.logout({ cookie })).toContain("Max-Age=0");
  expect(await t.tryWith({ cookie })).toBe("UNAUTHORIZED");
  t.restart(TOKEN);
  expect(await t.tryWith({ cookie })).toBe("UNAUTHORIZED");
});

test("a cookie survives a restart, and ends 30 days after its login however often it is used", async () => {
  using t = sessionDoor();
  const cookie = await t.logIn();
  t.restart(TOKEN);
  for (let day = 1; day < 30; day++) {
    t.wait(DAY);
    expect(await t.tryWith({ cookie })).toBe("ok");
  }
  t.wait(DAY);
  expect(await t.tryWith({ cookie })).toBe("UNAUTHORIZED");
  expect(t.sessionService.list("000000000000000000000", null)).toEqual([]);
  await t.logIn();
  expect(t.rows()).toHaveLength(1);
});

test("another token ends the previous one's sessions, and restoring the old token does not revive them", async () => {
  using t = sessionDoor();
  const cookie = await t.logIn();
  t.restart("another-token-altogether");
  expect(await t.tryWith({ cookie })).toBe("UNAUTHORIZED");
  t.restart(TOKEN);
  expect(await t.tryWith({ cookie })).toBe("UNAUTHORIZED");
});

test("a browser whose session is over must forget its cookie", async () => {
  using t = sessionDoor();
  const refused = await t.admit({ cookie: "malamar_abc=gone" }).catch((error: AppError) => error);
  expect(refused).toMatchObject({
    headers: { "Set-Cookie": expect.stringMatching(/^malamar_abc=; .*Max-Age=0$/) },
  });
});

test("a session identifies its own user, and nobody if the user does not exist", async () => {
  using t = sessionDoor();
  const cookie = await t.logIn();
  expect(await t.admit({ cookie })).toMatchObject({ principal: { name: "User", role: "admin" } });
  t.db.run("UPDATE sessions SET user_id = 'anna-with-21-letters-'");
  expect(await t.tryWith({ cookie })).toBe("UNAUTHORIZED");
});

test("a second login of the same browser replaces the first", async () => {
  using t = sessionDoor();
  const first = await t.logIn({ "user-agent": "curl/8" });
  const second = await t.logIn({ "user-agent": "curl/8", cookie: first });
  expect(await t.tryWith({ cookie: first })).toBe("UNAUTHORIZED");
  expect(await t.tryWith({ cookie: second })).toBe("ok");
  expect(t.rows()).toHaveLength(1);
});

test("a script that logs in every time does not fill the table", async () => {
  using t = sessionDoor();
  const first = await t.logIn();
  for (let n = 0; n < 100; n++) {
    t.wait(1);
    await t.logIn();
  }
  expect(t.rows()).toHaveLength(100);
  expect(await t.tryWith({ cookie: first })).toBe("UNAUTHORIZED");
});

test("the time of last use is written once a minute, not with every request", async () => {
  using t = sessionDoor();
  const cookie = await t.logIn();
  const before = t.changes();
  for (let n = 0; n < 50; n++) await t.tryWith({ cookie });
  expect(t.changes()).toBe(before);
  t.wait(60_000);
  for (let n = 0; n < 50; n++) await t.tryWith({ cookie });
  expect(t.changes()).toBe(before + 1);
  expect(t.rows()).toMatchObject([{ last_seen_at: "2026-01-01T00:01:00.000Z" }]);
});
