import { describe, expect, test } from "bun:test";
import { judge } from "./judge.ts";
import type { Answer } from "./read-answer.ts";
import type { Shot } from "./shot.ts";
import { SECRET_MARK } from "./sound-values.ts";

const SHOT: Shot = {
  kind: "sound",
  route: "GET /api/health",
  what: "",
  method: "GET",
  target: "/api/health",
  bytes: new Uint8Array(),
  ending: "wait",
};

const HEADERS = {
  "content-type": "application/json",
  "content-security-policy": "default-src 'self'; script-src 'self'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
};

function answer(status: number, body: string, headers: Record<string, string> = {}): Answer {
  const all = new Map(Object.entries({ ...HEADERS, ...headers }));
  return { status, headers: all, body: Buffer.from(body) };
}

const error = (code: string, message = "No.") => JSON.stringify({ error: { code, message } });
const problems = (given: Answer, shot: Partial<Shot> = {}) =>
  judge({ ...SHOT, ...shot }, given, ["token-1"]);

test("a good answer and a good refusal are fine", () => {
  expect(problems(answer(200, "{}"))).toEqual([]);
  expect(problems(answer(404, error("NOT_FOUND")))).toEqual([]);
  expect(
    problems(answer(404, "Nothing here", { "content-type": "text/plain" }), { target: "/x" }),
  ).toEqual([]);
});

describe("is not fine:", () => {
  test.each<[what: string, given: Answer, shot: Partial<Shot>]>([
    ["a 500", answer(500, error("INTERNAL_ERROR")), {}],
    ["no status at all", answer(0, ""), {}],
    ["an error as text", answer(404, "No.", { "content-type": "text/plain" }), {}],
    ["an error of another shape", answer(404, '{"message":"No."}'), {}],
    [
      "an error with more in it",
      answer(404, '{"error":{"code":"NOT_FOUND","message":"x","stack":"y"}}'),
      {},
    ],
    ["a code under another status", answer(400, error("NOT_FOUND")), {}],
    ["an unknown code", answer(400, error("OOPS")), {}],
    ["an error that says nothing", answer(400, error("VALIDATION_ERROR", " ")), {}],
    ["an error without end", answer(400, error("VALIDATION_ERROR", "x".repeat(9000))), {}],
    ["a bug in a comment", answer(200, '"Maximum call stack size exceeded."'), {}],
    ["a missing header", answer(200, "{}", { "x-frame-options": "" }), {}],
    [
      "a policy with a hole",
      answer(200, "{}", {
        "content-security-policy":
          "default-src 'self'; script-src 'unsafe-inline'; frame-ancestors 'none'",
      }),
      {},
    ],
    ["a planted secret", answer(200, `{"a":"${SECRET_MARK}"}`), {}],
    ["the token in a header", answer(200, "{}", { "set-cookie": "a=token-1" }), {}],
    ["a stack", answer(400, error("VALIDATION_ERROR", "x") + "\n    at run (/a/b.ts:1:2)"), {}],
    ["an answer unlike the document", answer(200, "[]"), { answers: { 200: { type: "object" } } }],
    ["who should be refused, let in", answer(200, "{}"), { status: 403 }],
    ["who should be let in, refused", answer(403, error("FORBIDDEN")), { status: "let in" }],
  ])("%s", (_what, given, shot) => {
    expect(problems(given, shot)).not.toEqual([]);
  });
});

test("only invalid HTTP may stay unanswered, or be answered by the parser", () => {
  const fromBelow: Answer = { status: 400, headers: new Map(), body: Buffer.alloc(0) };
  expect(judge(SHOT, "closed", [])).not.toEqual([]);
  expect(judge(SHOT, fromBelow, [])).not.toEqual([]);
  expect(judge({ ...SHOT, isLoose: true }, "closed", [])).toEqual([]);
  expect(judge({ ...SHOT, isLoose: true }, fromBelow, [])).toEqual([]);
  expect(judge({ ...SHOT, ending: "hang up" }, "left", [])).toEqual([]);
});
