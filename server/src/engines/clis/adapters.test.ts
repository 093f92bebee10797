import { describe, expect, test } from "bun:test";
import { CLIS } from "@malamar/contract/cli.ts";
import { ADAPTERS } from "#engines/registry.ts";
import { readFailure } from "#engines/output/read-failure.ts";
import {
  eventsOfType,
  linesOf,
  readInPieces,
  readRecording,
  recordingsOf,
} from "#testing/cli-recordings.ts";

test.each(Object.values(ADAPTERS))("$type takes any JSON for a line", ({ createReader }) => {
  for (const line of [null, 1, "x", [], {}, { type: "toString" }, { type: ["text"] }]) {
    expect(createReader().read(line)).toBeNull();
  }
});

describe("what real CLIs wrote", () => {
  const RECORDINGS = CLIS.flatMap(({ type }) =>
    recordingsOf(type).map((name) => [type, name] as const),
  );

  test.each(RECORDINGS)("%s, %s: every line is understood", (type, name) => {
    expect(eventsOfType(readRecording(type, name), "raw")).toEqual([]);
  });

  test.each(RECORDINGS)("%s, %s: in pieces it is the same as in lines", (type, name) => {
    const { events, end } = readRecording(type, name);
    for (const size of [5, 4096]) {
      const inPieces = readInPieces(type, name, size);
      expect(inPieces.events).toEqual(events);
      expect(inPieces.end).toMatchObject(end);
    }
  });

  test.each(CLIS)("$label: an answer of many megabytes is read like a short one", ({ type }) => {
    const text = "x".repeat(5_000_000);
    const said = recordingsOf(type).flatMap((name) => linesOf(type, name));
    const lines = said.filter((line) => /"text":"[^"]|"content":"[^"]/.test(line));
    const long = lines.map((line) => line.replace(/("(?:text|content)":")[^"]/, `$1${text}`));
    const reader = ADAPTERS[type].createReader();
    const events = long.flatMap((line) => reader.read(JSON.parse(line)) ?? []);
    expect(events.some((event) => event.type === "text" && event.text.includes(text))).toBe(true);
  });
});

describe("failures", () => {
  const SAMPLES = Object.values(ADAPTERS).flatMap(({ type, failures }) =>
    failures.flatMap(({ samples }, at) => samples.map((sample) => [type, at, sample] as const)),
  );

  test.each(SAMPLES)("%s, pattern %d: %s", (type, at, sample) => {
    const first = ADAPTERS[type].failures.findIndex(({ pattern }) => pattern.test(sample));
    expect(first).toBe(at);
  });

  test.each(Object.values(ADAPTERS))("$type: an ordinary error is no limit", ({ failures }) => {
    const text = "API Error: 500 Internal Server Error. The file limits.ts could not be read.";
    const limits = failures.filter(({ cause }) => cause === "quota");
    expect(limits.some(({ pattern }) => pattern.test(text))).toBe(false);
  });
});

describe("the demo CLI", () => {
  test("tells its events as they are, and nothing in our name", () => {
    const reader = ADAPTERS.demo.createReader();
    const text = { type: "text", text: "Hello" } as const;
    const usage = {
      type: "usage",
      input_tokens: 1,
      output_tokens: 2,
      cached_tokens: null,
      cost_usd: 0.5,
    } as const;
    expect(reader.read(text)).toEqual([text]);
    expect(reader.read(usage)).toEqual([usage]);
    expect(reader.read({ type: "notice", text: "not its to say" })).toBeNull();
    expect(reader.read({ type: "result", ok: true, session_id: "d-1" })).toEqual([]);
    expect(reader.end()).toEqual({ terminal: { ok: true }, sessionId: "d-1", answer: null });
  });

  test("says what went wrong", () => {
    const reader = ADAPTERS.demo.createReader();
    reader.read({ type: "result", ok: false, session_id: "d-1", message: "no credit" });
    expect(reader.end().terminal).toEqual({ ok: false, message: "no credit" });
  });

  test("says when its limit ends", () => {
    const now = new Date("2029-12-31T12:00:00.000Z");
    const text = "Out. Resets at 2030-01-01T00:00:00.000Z.";
    expect(readFailure([text], ADAPTERS.demo.failures, now)?.resetsAt).toBe(
      "2030-01-01T00:00:00.000Z",
    );
  });
});
