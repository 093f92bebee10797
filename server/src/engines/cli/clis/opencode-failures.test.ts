import { describe, expect, test } from "bun:test";
import type { ReadableCause } from "#engines/diagnosis.ts";
import { readFailure } from "#engines/cli/output/read-failure.ts";
import { failureOf, readRecording } from "#testing/cli-recordings.ts";
import { opencode } from "./opencode.ts";

const NOW = new Date("2026-11-15T12:00:00.000Z");

const recorded = (name: string) => readRecording("opencode", name);

describe("a permission", () => {
  test("that nobody gave ends the run without a final event", () => {
    const { terminal, refusal } = recorded("permission-asked").end;
    expect(terminal).toBeNull();
    expect(refusal).toBe("read: The user rejected permission to use this specific tool call.");
  });

  test("that a user's rule denies is remembered, without all the other rules", () => {
    const { terminal, refusal = "" } = recorded("permission-refused").end;
    expect(terminal).toEqual({ ok: true });
    expect(refusal).toMatch(/^read: The user has specified a rule which prevents .{0,60}\.$/);
    expect(readFailure([refusal], opencode.failures, NOW)?.cause).toBe("permission_refused");
  });
});

describe("failures", () => {
  test.each<[string, ReadableCause]>([
    ["failure-401", "not_logged_in"],
    ["failure-403", "not_logged_in"],
    ["failure-no-key", "not_logged_in"],
    ["failure-404", "bad_model"],
    ["failure-bad-model-anthropic", "bad_model"],
    ["failure-429", "quota"],
    ["failure-no-credit", "no_credit"],
    ["failure-500", "overloaded"],
    ["failure-503", "overloaded"],
    ["failure-529", "overloaded"],
    ["failure-refused", "network"],
    ["failure-dns", "network"],
    ["failure-reset", "network"],
    ["failure-cut", "network"],
  ])("%s means %s", (name, cause) => {
    expect(failureOf("opencode", recorded(name), NOW)).toMatchObject({ cause, resetsAt: null });
  });

  test.each([
    ["limit-seconds", "2026-11-15T12:00:20.000Z"],
    ["limit-retry-after", "2026-11-15T12:00:02.000Z"],
    ["limit-anthropic", "2026-11-15T12:00:01.000Z"],
  ])("%s ends at %s", (name, resetsAt) => {
    expect(failureOf("opencode", recorded(name), NOW)).toMatchObject({ cause: "quota", resetsAt });
  });

  test.each<[number, ReadableCause]>([
    [401, "not_logged_in"],
    [402, "no_credit"],
    [403, "not_logged_in"],
    [429, "quota"],
    [503, "overloaded"],
  ])("%d is recognized by its status, whatever the message looks like", (statusCode, cause) => {
    const reader = opencode.createReader();
    const data = {
      message: "<html>\nNo.\n",
      statusCode,
      responseHeaders: { "retry-after": "5", vary: ["a"] },
    };
    reader.read({ type: "error", error: { name: "APIError", data } });
    const { end } = reader;
    expect(end().terminal).toEqual({
      ok: false,
      message: `APIError (HTTP ${statusCode}, retry after 5): <html>\nNo.\n`,
    });
    expect(failureOf("opencode", { events: [], end: end() }, NOW)?.cause).toBe(cause);
  });

  test.each<[string, ReadableCause]>([
    ["Model not found: fake/no-such.", "bad_model"],
    ["Model not found: anthropic/claude-nope. Did you mean: claude-haiku-4-5?", "bad_model"],
    ["Model not found: anthropic/opus-9. Did you mean: opus-9, opus-9-1?", "not_logged_in"],
    ["Model not found: anthropic/opus-9. Did you mean: opus-9-1, opus-9?", "not_logged_in"],
  ])("a model that is unavailable is explained by its log: %s", (reason, cause) => {
    const { terminal } = recorded("failure-bad-model").end;
    const message = terminal?.ok === false ? terminal.message : "";
    expect(readFailure([message], opencode.failures, NOW)).toBeNull();
    const log = `timestamp=2026-11-15T13:35:54.732Z level=ERROR message=failed error="ProviderModelNotFoundError: ${reason}"`;
    expect(readFailure([message, log], opencode.failures, NOW)?.cause).toBe(cause);
  });

  test.each(["failure-400", "failure-too-long", "unsafe", "cut-short"])(
    "%s has no cause that we know",
    (name) => {
      expect(recorded(name).end.terminal?.ok).toBe(false);
      expect(failureOf("opencode", recorded(name), NOW)).toBeNull();
    },
  );

  test("a logged error that it recovered from is not one", () => {
    const log =
      'timestamp=2026-11-15T13:40:37.862Z level=ERROR message="stream error" error.error="AI_APICallError: Rate limit reached for gpt-5. Please try again in 20s."';
    expect(readFailure([log], opencode.failures, NOW)).toBeNull();
  });
});
