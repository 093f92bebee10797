import { describe, expect, test } from "bun:test";
import type { FailurePattern, StreamEnd } from "#engines/cli/cli-adapter.ts";
import { cliEndOf } from "./cli-end.ts";
import type { FailureCause } from "#engines/diagnosis.ts";
import { readFailure } from "./read-failure.ts";

const now = new Date("2026-11-15T12:00:00.000Z");
const failures: FailurePattern[] = [
  {
    cause: "quota",
    pattern: /limit reached\|(\d+)/,
    resetsAt: (match) => new Date(Number(match[1]) * 1000),
    samples: [],
  },
  { cause: "quota", pattern: /limit reached/, samples: [] },
  { cause: "not_logged_in", pattern: /please log in/, samples: [] },
];
const secondsFromNow = (seconds: number) => now.getTime() / 1000 + seconds;

interface Given {
  code?: number | null;
  signal?: string;
  wasAborted?: boolean;
  terminal?: StreamEnd["terminal"];
  answer?: string;
  stderr?: string;
  plain?: string;
  refusal?: string;
}

function endOf({ code = 0, signal, wasAborted = false, terminal, answer, ...given }: Given) {
  const { stderr = "", plain = "", refusal } = given;
  return cliEndOf({
    exit: { code: signal ? null : code, signal: signal ?? null, wasAborted },
    said: { terminal: terminal ?? null, answer: answer ?? null, ...(refusal && { refusal }) },
    stderr,
    plain,
    readFailure: (texts) => readFailure(texts, failures, now),
    diagnosisOf: diagnosis,
  });
}

const diagnosis = (cause: FailureCause) => ({ cause, advice: "", needsUser: false });

const failed = (message: string) => ({ ok: false as const, message });

test.each<[string, Given, unknown]>([
  [
    "code 0 and a good last word",
    { terminal: { ok: true }, answer: "42" },
    { kind: "completed", answer: "42" },
  ],
  ["an abort, whatever else", { wasAborted: true, terminal: { ok: true } }, { kind: "aborted" }],
  ["a signal", { signal: "SIGSEGV" }, { kind: "killed", signal: "SIGSEGV" }],
  ["neither code nor signal", { code: null }, { kind: "killed", signal: "SIGKILL" }],
  [
    "a code and a bad last word",
    { code: 1, terminal: failed("no credit"), stderr: "noise" },
    { kind: "exited", code: 1, message: "no credit" },
  ],
  [
    "a code and only stderr",
    { code: 2, stderr: "boom" },
    { kind: "exited", code: 2, message: "boom" },
  ],
  [
    "a code and a good last word",
    { code: 2, terminal: { ok: true } },
    { kind: "exited", code: 2, message: null },
  ],
  [
    "code 0 and a bad last word",
    { terminal: failed("API Error") },
    { kind: "reported_error", message: "API Error" },
  ],
  [
    "code 0 and no last word",
    {},
    { kind: "reported_error", message: "It ended without saying whether it was done." },
  ],
  [
    "code 0, no last word, stderr",
    { stderr: "denied" },
    { kind: "reported_error", message: "It ended without saying whether it was done. denied" },
  ],
])("%s", (_case, given, expected) => {
  expect(endOf(given)).toEqual(expected as ReturnType<typeof endOf>);
});

describe("a limit", () => {
  const text = `limit reached|${secondsFromNow(3600)}`;
  const quota = { kind: "quota" as const, resetsAt: "2026-11-15T13:00:00.000Z", message: text };

  test("is found in the final event, with and without an exit code", () => {
    expect(endOf({ code: 1, terminal: failed(text) })).toEqual({ ...quota, code: 1 });
    expect(endOf({ terminal: failed(text) })).toEqual({ ...quota, code: 0 });
  });

  test("is found in stderr when there is no final event, or one that leaves the reason open", () => {
    expect(endOf({ code: 1, stderr: text })).toEqual({ ...quota, code: 1 });
    const vague = { ...failed("Something went wrong."), isVague: true };
    expect(endOf({ code: 1, terminal: vague, stderr: text })).toEqual({ ...quota, code: 1 });
  });

  test("is not taken from stderr when the final event gives another reason", () => {
    const end = endOf({ code: 1, terminal: failed("Prompt is too long"), stderr: text });
    expect(end).toEqual({ kind: "exited", code: 1, message: "Prompt is too long" });
  });

  test("does not matter when the CLI succeeded", () => {
    expect(endOf({ terminal: { ok: true }, stderr: text }).kind).toBe("completed");
  });

  test.each([
    ["in the past", `limit reached|${secondsFromNow(-1)}`],
    ["right now", `limit reached|${secondsFromNow(0)}`],
    ["more than 8 days ahead", `limit reached|${secondsFromNow(8 * 86_400 + 1)}`],
    ["beyond all dates", "limit reached|99999999999999999999"],
    ["unknown", "limit reached"],
  ])("with an end that is %s is an ordinary failure", (_case, message) => {
    expect(endOf({ code: 1, terminal: failed(message) })).toEqual({
      kind: "exited",
      code: 1,
      message,
      diagnosis: diagnosis("quota"),
    });
  });

  test("of exactly 8 days is believed", () => {
    expect(endOf({ code: 1, stderr: `limit reached|${secondsFromNow(8 * 86_400)}` }).kind).toBe(
      "quota",
    );
  });
});

describe("a cause", () => {
  test.each<[string, Given]>([
    ["the last word", { terminal: failed("please log in") }],
    ["stderr", { stderr: "please log in" }],
    ["what it printed instead of events", { plain: "please log in" }],
  ])("is read from %s", (_where, given) => {
    expect(endOf({ code: 1, ...given })).toEqual({
      kind: "exited",
      code: 1,
      message: "please log in",
      diagnosis: diagnosis("not_logged_in"),
    });
  });

  test("is a refusal where nothing else is given, and is kept with an end that looks good", () => {
    expect(endOf({ code: 1, refusal: "Bash was denied" })).toMatchObject({
      kind: "exited",
      diagnosis: diagnosis("permission_refused"),
    });
    expect(endOf({ terminal: { ok: true }, refusal: "Bash was denied" })).toEqual({
      kind: "completed",
      answer: null,
      refused: diagnosis("permission_refused"),
    });
  });

  test("is not a refusal when the final event gives another reason", () => {
    const terminal = failed("Prompt is too long");
    expect(endOf({ code: 1, terminal, refusal: "Bash was denied" })).toEqual({
      kind: "exited",
      code: 1,
      message: "Prompt is too long",
    });
  });

  test("with a known end takes precedence over one without", () => {
    const stderr = `limit reached|${secondsFromNow(60)}`;
    expect(endOf({ code: 1, plain: "please log in", stderr }).kind).toBe("quota");
  });
});

test("a final event as long as a book is cut to what a person reads", () => {
  const end = endOf({ code: 1, terminal: failed("x".repeat(1_500_000)) });
  expect(end).toMatchObject({ kind: "exited", code: 1 });
  expect("message" in end && end.message?.length).toBeLessThan(4200);
});
