import { expect, test } from "bun:test";
import { TranscriptEvent, type NewTranscriptEvent } from "@malamar/contract/transcript.ts";
import { MAX_LINE_BYTES, readLine, transcriptLine } from "./transcript-line.ts";

const KIB_64 = 64 * 1024;
const AT = "2026-01-01T00:00:00.000Z";

function written(event: NewTranscriptEvent): TranscriptEvent {
  return TranscriptEvent.parse(JSON.parse(transcriptLine(event, 7, AT)));
}

/** What a text of this kind comes back as. */
function textOf(text: string): string {
  const event = written({ type: "text", text });
  return event.type === "text" ? event.text : "";
}

function inputOf(input: unknown): unknown {
  const event = written({ type: "tool_call", id: "t", name: "Write", input });
  return event.type === "tool_call" ? event.input : undefined;
}

test("a line begins with number, time and type, in this order, whatever the event's own order is", () => {
  const line = transcriptLine({ text: 'say "hi"\n', type: "text" }, 7, AT);
  expect(line).toBe(`{"seq":7,"at":"${AT}","type":"text","text":"say \\"hi\\"\\n"}`);
  expect(readLine(line)).toEqual({ seq: 7, type: "text", json: line });
});

test.each<NewTranscriptEvent>([
  { type: "started", pid: 42, cwd: null },
  { type: "thinking", text: "" },
  { type: "tool_call", id: "t", name: "Read", input: { path: "a.ts", lines: [1, 2] } },
  { type: "tool_call", id: "t", name: "Read", input: "text" },
  { type: "tool_call", id: "t", name: "Read", input: null },
  { type: "tool_result", id: "t", output: "line one\r\nline two\u2028", is_error: true },
  { type: "file_change", path: "ä/日本.ts", kind: "add" },
  {
    type: "usage",
    input_tokens: 1,
    output_tokens: null,
    cached_tokens: null,
    cost_usd: 0.25,
    is_estimated: true,
  },
  { type: "raw", line: "\u0000\u001b[31m" },
  { type: "finished", status: "lost", failure_kind: "crash", message: null, exit_code: null },
])("an event comes back as it was: %j", (event) => {
  expect<object>(written(event)).toEqual({ seq: 7, at: AT, ...event });
  expect(transcriptLine(event, 7, AT)).not.toContain("\n");
});

test("a field of 64 KiB stays complete, and one byte more is cut with a note of what was left out", () => {
  expect(textOf("a".repeat(KIB_64))).toBe("a".repeat(KIB_64));
  expect(textOf("a".repeat(KIB_64 + 1))).toBe(`${"a".repeat(KIB_64)}… [1 bytes left out]`);
  expect(textOf("a".repeat(10_000_000))).toEndWith(`… [${10_000_000 - KIB_64} bytes left out]`);
});

test.each([
  ["two bytes", "ä", 2],
  ["three bytes", "日", 3],
  ["four bytes", "🦑", 4],
])("characters of %s are counted as such and never cut in half", (_what, character, size) => {
  const fitting = Math.floor(KIB_64 / size);
  expect(textOf(character.repeat(fitting))).toBe(character.repeat(fitting));
  for (const shift of ["", "x", "xx", "xxx"]) {
    const text = textOf(shift + character.repeat(KIB_64));
    const kept = text.slice(0, text.indexOf("… ["));
    expect(kept.isWellFormed()).toBe(true);
    expect(kept).toBe(shift + character.repeat(Math.floor((KIB_64 - shift.length) / size)));
    const left = Buffer.byteLength(shift + character.repeat(KIB_64)) - Buffer.byteLength(kept);
    expect(text).toEndWith(`… [${left} bytes left out]`);
  }
});

test.each<NewTranscriptEvent>([
  { type: "tool_result", id: "t", output: "x".repeat(KIB_64 * 2), is_error: false },
  { type: "stderr", text: "x".repeat(KIB_64 * 2) },
  { type: "raw", line: "x".repeat(KIB_64 * 2) },
  { type: "file_change", path: "x".repeat(KIB_64 * 2), kind: "add" },
  {
    type: "finished",
    status: "failed",
    failure_kind: null,
    message: "x".repeat(KIB_64 * 2),
    exit_code: 1,
  },
])("every kind of event is cut: $type", (event) => {
  expect(JSON.stringify(written(event))).toContain(`… [${KIB_64} bytes left out]`);
});

test("a tool's input beyond 64 KiB of JSON becomes the beginning of that JSON as text", () => {
  const fits = { content: "x".repeat(KIB_64 - '{"content":""}'.length) };
  expect(inputOf(fits)).toEqual(fits);
  const tooLong = { content: "日".repeat(KIB_64) };
  const bytes = Buffer.byteLength(JSON.stringify(tooLong));
  const input = String(inputOf(tooLong));
  expect(input).toStartWith('{"content":"日日');
  const kept = input.slice(0, input.indexOf("… ["));
  expect(Buffer.byteLength(kept)).toBeWithin(KIB_64 - 3, KIB_64 + 1);
  expect(input).toEndWith(`… [${bytes - Buffer.byteLength(kept)} bytes left out]`);
});

test("an input that cannot be written again does not stop the run", () => {
  // Deeper than JSON.stringify goes, though JSON.parse does.
  const deep: unknown = JSON.parse("[".repeat(200_000) + "]".repeat(200_000));
  expect(inputOf(deep)).toBe("[Malamar cannot write this value as JSON]");
  expect(inputOf(undefined)).toBe(null);
}, 60_000);

test("the longest possible line is within the bound that readers rely on", () => {
  const worst = "\u0000".repeat(KIB_64 * 2);
  const line = transcriptLine({ type: "tool_call", id: worst, name: worst, input: worst }, 1, AT);
  expect(Buffer.byteLength(line)).toBeLessThan(MAX_LINE_BYTES);
});

test.each([
  ["nothing", ""],
  ["half a line", `{"seq":7,"at":"${AT}","type":"text","text":"wor`],
  ["half a line that was ended later", `{"seq":7,"at":"${AT}","type":"tool_call","input":{}#torn`],
  ["another order", `{"type":"text","seq":7,"at":"${AT}"}`],
  ["zeros", "\0\0\0\0"],
  ["zeros within", `{"seq":7,"at":"${AT}","type":"text","text":"a\0\0b"}`],
])("anything but a complete line is not read: %s", (_what, text) => {
  expect(readLine(text)).toBe(null);
});
