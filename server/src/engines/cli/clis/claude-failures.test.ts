import { describe, expect, test } from "bun:test";
import { eventsOfType, failureOf, limitEndIn, readRecording } from "#testing/cli-recordings.ts";
import { claude } from "./claude.ts";

const recorded = (name: string) => readRecording("claude", name);
const notices = (name: string) => eventsOfType(recorded(name), "notice").map(({ text }) => text);

describe("a notice", () => {
  test("reports a retry", () => {
    expect(notices("retries")).toEqual([
      "The request to the model failed (529 overloaded). Trying again in 1 s, 1 of 10.",
      "The request to the model failed (529 overloaded). Trying again in 2 s, 2 of 10.",
    ]);
  });

  test("reports that the conversation was shortened, or could not be", () => {
    expect(notices("compacted")).toEqual([
      "The conversation became too long for the model. It continues with a summary.",
    ]);
    expect(notices("compaction-fails")).toContain(
      "The conversation could not be shortened: summarization produced empty response",
    );
  });

  test("reports what hooks say, and when one fails", () => {
    expect(notices("hooks")).toEqual(["PostToolUse:Read says: from the hook"]);
    expect(notices("hook-fails")).toEqual(["Hook PreToolUse:Bash failed: pre\nbad\n"]);
    expect(notices("hook-stops")).toEqual(["Stop hook error occurred · ctrl+o to see"]);
  });

  test("reports another model", () => {
    expect(notices("model-fallback")).toEqual([
      "Switched to Sonnet 5.5 because Opus 5.5 is not available",
    ]);
  });

  test("reports a limit that is near or exceeded, not one that is far", () => {
    expect(notices("limit-allowed")).toEqual([]);
    expect(notices("limit-near")).toEqual([
      expect.stringMatching(/^92 % of the five hour limit is used until 20\d\d-\S+Z\.$/) as string,
    ]);
    expect(notices("limit-overage")).toEqual([
      expect.stringMatching(/^The five hour limit is used up until .+ charged extra\.$/) as string,
    ]);
  });

  test("reports why a subagent failed; for the agent itself the final event does", () => {
    expect(notices("agent-fails")[0]).toStartWith("API Error: 500");
    expect(notices("failure-no-login")).toEqual([]);
    expect(eventsOfType(recorded("failure-no-login"), "text")).toEqual([]);
  });
});

test("what was not allowed is reported, and remembered as the reason", () => {
  const { end } = recorded("permission-refused");
  expect(end).toMatchObject({ terminal: { ok: true } });
  expect(end.refusal).toStartWith("Claude requested permissions to write to");
  expect(notices("permission-refused")).toHaveLength(2);
  expect(recorded("hooks").end.refusal).toBe("It was not allowed to use Bash.");
  expect(recorded("command").end.refusal).toBeUndefined();
});

test.each([
  ["turn-limit", "Reached maximum number of turns (2)"],
  ["interrupted", /^\[ede_diagnostic\]/],
  ["refusal", /safeguards flagged this message/],
  ["failure-too-long", /^Prompt is too long/],
])("%s: the final event is a failure, and its text the message", (name, message) => {
  const { terminal } = recorded(name).end;
  expect(terminal?.ok).toBe(false);
  expect(terminal && "message" in terminal && terminal.message).toMatch(message);
});

describe("a failure", () => {
  const NOW = new Date("2026-11-15T12:00:00.000Z");
  const limitEnd = (text: string) => limitEndIn("claude", text, NOW);

  test.each([
    ["failure-no-login", "not_logged_in"],
    ["failure-401", "not_logged_in"],
    ["failure-token-expired", "not_logged_in"],
    ["failure-bad-model", "bad_model"],
    ["failure-429", "quota"],
    ["failure-credit", "no_credit"],
    ["failure-spend-limit", "quota"],
    ["failure-500", "overloaded"],
    ["failure-529", "overloaded"],
    ["failure-refused", "network"],
    ["failure-dns", "network"],
    ["failure-timeout", "network"],
  ] as const)("%s is %s, without a time", (name, cause) => {
    expect(failureOf("claude", recorded(name), NOW)).toMatchObject({ cause, resetsAt: null });
  });

  test("of a limit says when it ends, to the second", () => {
    const { terminal } = recorded("limit-5-hours").end;
    const message = terminal?.ok === false ? terminal.message : "";
    expect(message).toContain(`(limit resets at ${limitEnd(message)})`);
  });

  test("of another kind is not blamed on a limit that was exceeded before", () => {
    const reader = claude.createReader();
    const rate_limit_info = { status: "rejected", resetsAt: 1_795_000_000, isUsingOverage: true };
    reader.read({ type: "rate_limit_event", rate_limit_info });
    reader.read({
      type: "result",
      is_error: true,
      api_error_status: 500,
      result: "API Error: 500",
    });
    expect(reader.end().terminal).toEqual({ ok: false, message: "API Error: 500" });
  });

  test("of a limit may have more lines", () => {
    const text = "You've hit your weekly limit · resets Nov 20, 4:30am (UTC)\nmore";
    expect(limitEnd(text)).toBe("2026-11-20T04:30:00.000Z");
  });

  test.each([-1e13, 1e13, "soon"])("of a limit is not lost because of an end at %p", (resetsAt) => {
    const reader = claude.createReader();
    reader.read({ type: "rate_limit_event", rate_limit_info: { status: "rejected", resetsAt } });
    reader.read({ type: "result", is_error: true, api_error_status: 429, result: "Full." });
    expect(reader.end().terminal).toEqual({ ok: false, message: "Full." });
  });
});
