import { expect, test } from "bun:test";
import { AppError } from "#lib/app-error.ts";
import { createSession } from "./session.ts";

function setUp(token: string | null = "right") {
  let time = 0;
  const session = createSession({
    token,
    tokenFile: null,
    installationId: "abc",
    now: () => time,
  });
  const tryWith = (headers: Record<string, string>, address = "1.1.1.1") => {
    try {
      session.require(new Headers(headers), () => address);
      return "ok";
    } catch (error) {
      return error instanceof AppError ? error.code : "crash";
    }
  };
  const bearer = (value: string, address?: string) =>
    tryWith({ authorization: `Bearer ${value}` }, address);
  return { session, tryWith, bearer, wait: (ms: number) => (time += ms) };
}

const cookieOf = (line: string) => line.split(";")[0]!;

test("without a token everybody may in", () => {
  const { session, tryWith } = setUp(null);
  expect(tryWith({})).toBe("ok");
  expect(session.login("anything", "1.1.1.1", "http")).toBeNull();
});

test("with a token a request must show it", () => {
  const { tryWith, bearer } = setUp();
  expect(tryWith({})).toBe("UNAUTHORIZED");
  expect(bearer("wrong")).toBe("UNAUTHORIZED");
  expect(bearer("right")).toBe("ok");
  expect(tryWith({ authorization: "bearer right" })).toBe("ok");
  expect(tryWith({ authorization: "Basic right" })).toBe("UNAUTHORIZED");
});

test("a browser that typed the token gets a cookie that lets it in", () => {
  const { session, tryWith } = setUp();
  const line = session.login("right", "1.1.1.1", "http")!;
  expect(line).toMatch(/^malamar_abc=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+$/);
  expect(tryWith({ cookie: `other=1; ${cookieOf(line)}` })).toBe("ok");
  expect(tryWith({ cookie: `${cookieOf(line)}x` })).toBe("UNAUTHORIZED");
  expect(session.login("right", "1.1.1.1", "https")).toEndWith("; Secure");
  expect(session.logout("http")).toContain("Max-Age=0");
});

test("the cookie is not the token, and ends with it", () => {
  const { session, bearer } = setUp();
  const value = cookieOf(session.login("right", "1.1.1.1", "http")!).split("=")[1]!;
  expect(value).not.toContain("right");
  expect(bearer(value)).toBe("UNAUTHORIZED");
  expect(setUp("another").tryWith({ cookie: `malamar_abc=${value}` })).toBe("UNAUTHORIZED");
});

test("ten wrong tokens close the door for a minute, for that address alone", () => {
  const { bearer, tryWith, session, wait } = setUp();
  const cookie = cookieOf(session.login("right", "1.1.1.1", "http")!);
  for (let n = 0; n < 10; n++) expect(bearer(`wrong-${n}`)).toBe("UNAUTHORIZED");
  expect(bearer("right")).toBe("TOO_MANY_ATTEMPTS");
  expect(() => session.login("right", "1.1.1.1", "http")).toThrow(/Try again in 60 seconds/);
  expect(bearer("right", "2.2.2.2")).toBe("ok");
  expect(tryWith({ cookie })).toBe("ok");
  wait(60_000);
  expect(bearer("right")).toBe("ok");
});

test("a request without any token is no attempt", () => {
  const { tryWith, bearer } = setUp();
  for (let n = 0; n < 50; n++) tryWith({});
  expect(bearer("right")).toBe("ok");
});

test("the memory of wrong tokens is bounded", () => {
  const { bearer } = setUp();
  for (let n = 0; n < 10; n++) bearer("wrong", "1.1.1.1");
  for (let n = 0; n < 10_000; n++) bearer("wrong", `10.0.${n >> 8}.${n & 255}`);
  expect(bearer("right", "1.1.1.1")).toBe("ok");
});
