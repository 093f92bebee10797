import { expect, test } from "bun:test";
import { loginPath, nextPath } from "./next-path.logic.ts";

const origin = "http://127.0.0.1:3456";
const after = (next: string) => nextPath(new URLSearchParams({ next }), origin);

test("a path of this page keeps its search", () => {
  expect(after("/workspaces/abc/agents?x=1#top")).toBe("/workspaces/abc/agents?x=1#top");
  expect(nextPath(new URLSearchParams(), origin)).toBe("/");
});

test.each([
  "https://evil.example/",
  "//evil.example/",
  "/\\evil.example/",
  "/.//evil.example/",
  "/\t/evil.example/",
  "javascript:alert(1)",
  "workspaces",
  "http://127.0.0.1:3456@evil.example/",
  "/login?next=/",
])("%s leads home", (next) => {
  expect(after(next)).toBe("/");
});

test("the login address remembers the current page", () => {
  expect(loginPath("/")).toBe("/login");
  expect(after(new URLSearchParams(loginPath("/?q=a&b").split("?")[1]).get("next") ?? "")).toBe(
    "/?q=a&b",
  );
});
