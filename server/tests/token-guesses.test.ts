import { expect, test } from "bun:test";
import type { AppError } from "#lib/app-error.ts";
import { sessionDoor, TOKEN } from "#testing/session-door.ts";

// Guessing is slowed down, and the right token still gets in.

type Door = ReturnType<typeof sessionDoor>;

const HERE = "1.1.1.1";

/** As many wrong tokens as one address may show in a minute. */
async function guessTen(t: Door, address = HERE): Promise<void> {
  for (let n = 0; n < 10; n++) {
    expect(await t.bearer(`wrong-${n}`, address)).toBe("UNAUTHORIZED");
  }
}

/** As many as all addresses together may. */
async function guessHundred(t: Door): Promise<void> {
  for (let n = 0; n < 10; n++) await guessTen(t, `10.0.0.${n}`);
}

/** The answers so far. */
function collect(answers: readonly Promise<string>[]): string[] {
  const given: string[] = [];
  for (const answer of answers) void answer.then((code) => given.push(code));
  return given;
}

/** Lets this much time pass, with everything that follows from it. */
async function pass(t: Door, ms: number): Promise<void> {
  t.wait(ms);
  await new Promise(setImmediate);
}

test("wrong tokens and wrong cookies count together", async () => {
  using t = sessionDoor();
  for (let n = 0; n < 5; n++) expect(await t.bearer(`wrong-${n}`)).toBe("UNAUTHORIZED");
  for (let n = 0; n < 5; n++) expect(await t.withCookie(`wrong-${n}`)).toBe("UNAUTHORIZED");
  expect(await t.withCookie("wrong")).toBe("TOO_MANY_ATTEMPTS");
  const refused = t.login("wrong").catch((error: AppError) => error.message);
  t.wait(1000);
  expect(await refused).toBe("Too many wrong tokens. Try again in 59 seconds.");
  expect(await t.bearer("wrong", "2.2.2.2")).toBe("UNAUTHORIZED");
  t.wait(60_000);
  expect(await t.bearer("wrong")).toBe("UNAUTHORIZED");
});

test("after ten wrong ones an address has one token checked per second, the right one too", async () => {
  using t = sessionDoor();
  await guessTen(t);
  const given = collect([t.bearer("wrong"), t.bearer(TOKEN), t.bearer("wrong")]);
  await pass(t, 999);
  expect(given).toEqual([]);
  await pass(t, 1);
  expect(given).toEqual(["TOO_MANY_ATTEMPTS"]);
  await pass(t, 1000);
  expect(given).toEqual(["TOO_MANY_ATTEMPTS", "ok"]);
  expect(await t.bearer(TOKEN, "2.2.2.2")).toBe("ok");
});

test("ten wait at most; more learn at once that they were not checked, and when to come back", async () => {
  using t = sessionDoor();
  await guessTen(t);
  const waiting = collect(Array.from({ length: 10 }, () => t.bearer("wrong")));
  const refused = await t.login(TOKEN).catch((error: AppError) => error);
  expect(refused).toMatchObject({
    code: "TOO_MANY_ATTEMPTS",
    message: "Too many wrong tokens came in, so this one was not checked. Try again in a moment.",
    headers: { "Retry-After": "1" },
  });
  expect(waiting).toEqual([]);
  await pass(t, 1000);
  const retried = t.login(TOKEN);
  t.wait(10_000);
  expect(await retried).toStartWith("malamar_abc=");
});

test("a logged-in browser never waits", async () => {
  using t = sessionDoor();
  const cookie = await t.logIn();
  await guessHundred(t);
  expect(await t.tryWith({ cookie }, "10.0.0.0")).toBe("ok");
  expect(await t.tryWith({ cookie }, "10.0.9.9")).toBe("ok");
});

test("after a hundred wrong ones all new addresses together have ten tokens checked per second", async () => {
  using t = sessionDoor();
  await guessHundred(t);
  const guesses = Array.from({ length: 200 }, (_, n) => t.bearer("wrong", `10.0.1.${n}`));
  const given = collect(guesses);
  await pass(t, 0);
  expect(given).toHaveLength(100);
  await pass(t, 1000);
  expect(given).toHaveLength(110);
  const right = t.bearer(TOKEN, "10.0.2.1");
  await pass(t, 9999);
  expect(given).toHaveLength(200);
  t.wait(1);
  expect(await right).toBe("ok");
});

test("guesses from elsewhere do not slow down an address that has shown the right token", async () => {
  using t = sessionDoor();
  expect(await t.bearer(TOKEN, HERE)).toBe("ok");
  await guessHundred(t);
  expect(await t.bearer(TOKEN, HERE)).toBe("ok");
  await guessTen(t, HERE);
  const given = collect([t.bearer(TOKEN, HERE)]);
  await pass(t, 999);
  expect(given).toEqual([]);
  await pass(t, 1);
  expect(given).toEqual(["ok"]);
});

test("a request without any token is not an attempt", async () => {
  using t = sessionDoor();
  for (let n = 0; n < 50; n++) expect(await t.tryWith({})).toBe("UNAUTHORIZED");
  expect(await t.bearer("wrong")).toBe("UNAUTHORIZED");
});

test("wrong tokens are logged with their origin, never with their value, and not endlessly", async () => {
  using t = sessionDoor();
  const guesses = [
    ...Array.from({ length: 500 }, (_, n) => t.bearer(`guessed-value-${n}`, "6.6.6.6")),
    ...Array.from({ length: 500 }, (_, n) => t.withCookie(`guessed-value-${n}`, "6.6.6.6")),
  ];
  t.wait(10_000);
  await Promise.all(guesses);
  const log = t.logLines.join("\n");
  expect(log).toContain('"Refused a wrong token","context":{"address":"6.6.6.6"}');
  expect(log).not.toContain("guessed-value");
  expect(t.logLines).toHaveLength(11);
});
