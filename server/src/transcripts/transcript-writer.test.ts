import { expect, test } from "bun:test";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { RunId } from "@malamar/contract/ids.ts";
import { eventsOf, FINISHED, seqsOf, testTranscripts, texts } from "#testing/test-transcripts.ts";

const ALL = { after: 0, limit: 1000 };

test("events are numbered from 1, in one line each, with one time per batch", () => {
  using t = testTranscripts();
  const writer = t.transcripts.open(t.runId);
  writer.append([{ type: "started", pid: 1, cwd: "/tmp" }]);
  writer.append(texts(2));
  expect(writer.lastSeq()).toBe(3);
  writer.close();
  const lines = readFileSync(t.path, "utf8").trimEnd().split("\n");
  expect(eventsOf(lines)).toMatchObject([
    { seq: 1, at: "2026-01-01T00:00:00.000Z", type: "started" },
    { seq: 2, at: "2026-01-01T00:00:00.001Z", text: "working 0" },
    { seq: 3, at: "2026-01-01T00:00:00.001Z", text: "working 1" },
  ]);
});

test("the folder and the files are private to their owner, created on first use", () => {
  using t = testTranscripts();
  expect(() => statSync(t.dir)).toThrow("ENOENT");
  t.transcripts.open(t.runId).close();
  expect(statSync(t.dir).mode & 0o777).toBe(0o700);
  expect(statSync(t.path).mode & 0o777).toBe(0o600);
});

test("no events write nothing", () => {
  using t = testTranscripts();
  const writer = t.transcripts.open(t.runId);
  writer.append([]);
  expect(statSync(t.path).size).toBe(0);
  writer.close();
});

test("a run has one writer at a time, and none writes after it was closed", () => {
  using t = testTranscripts();
  const writer = t.transcripts.open(t.runId);
  expect(() => t.transcripts.open(t.runId)).toThrow("already open");
  writer.close();
  writer.close();
  expect(() => writer.append(texts(1))).toThrow("closed");
  t.transcripts.open(t.runId).close();
});

test("an id that would name another file is refused", () => {
  using t = testTranscripts();
  expect(() => t.transcripts.open("../../../etc/passwd01" as never)).toThrow("is not a run id");
});

test("a transcript is continued with the next number", async () => {
  using t = testTranscripts();
  const first = t.transcripts.open(t.runId);
  first.append(texts(12));
  first.close();
  const again = t.transcripts.open(t.runId);
  expect(again.lastSeq()).toBe(12);
  again.append([FINISHED]);
  again.close();
  expect(seqsOf(await t.transcripts.read(t.runId, { after: 11, limit: 10 }))).toEqual([12, 13]);
});

test("a transcript that ends in a very long event is still continued", () => {
  using t = testTranscripts();
  const first = t.transcripts.open(t.runId);
  const long = "\u0000".repeat(64 * 1024);
  first.append([...texts(3), { type: "tool_result", id: "t", output: long, is_error: false }]);
  first.close();
  expect(statSync(t.path).size).toBeGreaterThan(300_000);
  const again = t.transcripts.open(t.runId);
  expect(again.lastSeq()).toBe(4);
  again.close();
});

test("what an agent writes into an event is not taken for an event", () => {
  using t = testTranscripts();
  const first = t.transcripts.open(t.runId);
  // Looks like a line, and is exactly where the search for the last event begins.
  const input = { seq: 999, at: "2026", type: "text", text: "" };
  input.text = "x".repeat(64 * 1024 - 2 - JSON.stringify(input).length);
  first.append([...texts(3), { type: "tool_call", id: "t", name: "Write", input }]);
  first.close();
  const again = t.transcripts.open(t.runId);
  expect(again.lastSeq()).toBe(4);
  again.close();
});

test.each(["within a word", "before its line end", "at an inner brace"])(
  "a transcript torn %s is continued after its last complete event",
  async (where) => {
    using t = testTranscripts();
    const crashed = t.transcripts.open(t.runId);
    crashed.append(texts(3));
    crashed.append([{ type: "tool_call", id: "t", name: "Edit", input: { a: { b: 1 }, c: 2 } }]);
    crashed.close();
    const whole = readFileSync(t.path, "utf8");
    const end = {
      "within a word": whole.indexOf("Edit") + 2,
      "before its line end": whole.length - 1,
      "at an inner brace": whole.indexOf('},"c"') + 1,
    }[where];
    truncateSync(t.path, end);

    const recovered = t.transcripts.open(t.runId);
    expect(recovered.lastSeq()).toBe(3);
    recovered.append([FINISHED]);
    recovered.close();
    const events = eventsOf(await t.transcripts.read(t.runId, ALL));
    expect(events.map(({ seq, type }) => `${seq} ${type}`)).toEqual([
      "1 text",
      "2 text",
      "3 text",
      "4 finished",
    ]);
  },
);

test("a completely unreadable file is continued from 1", async () => {
  using t = testTranscripts();
  mkdirSync(t.dir);
  writeFileSync(t.path, `${"\0".repeat(200_000)}\nnot json\n{"seq":9`);
  const writer = t.transcripts.open(t.runId);
  writer.append(texts(1));
  writer.close();
  expect(seqsOf(await t.transcripts.read(t.runId, ALL))).toEqual([1]);
});

const isFullThere = existsSync("/dev/full");
test.skipIf(!isFullThere)("a full disk is reported to the caller, and no number is used up", () => {
  using t = testTranscripts();
  mkdirSync(t.dir);
  symlinkSync("/dev/full", t.path);
  const writer = t.transcripts.open(t.runId);
  const heard: number[] = [];
  t.transcripts.onAppend(t.runId, (lines) => heard.push(lines.length));
  expect(() => writer.append(texts(2))).toThrow("ENOSPC");
  expect(writer.lastSeq()).toBe(0);
  expect(heard).toEqual([]);
  writer.close();
});

test("a batch that was partly written is undone completely", async () => {
  using t = testTranscripts();
  mkdirSync(t.dir);
  const script = join(t.dir, "fill.ts");
  const room = join(import.meta.dir, "transcripts.ts");
  writeFileSync(
    script,
    `import { createTranscripts } from ${JSON.stringify(room)};
     const clock = () => "2026-01-01T00:00:00.000Z";
     const writer = createTranscripts({ dir: ${JSON.stringify(t.dir)}, clock }).open("${t.runId}");
     const text = (length) => ({ type: "text", text: "x".repeat(length) });
     writer.append([text(1000)]);
     try { writer.append([text(100), text(5000)]); } catch (error) { console.log(error.code); }
     console.log(writer.lastSeq(), writer.size());
     writer.append([text(10)]);
     console.log(writer.lastSeq());`,
  );
  // The kernel lets no file of this process grow beyond 8 blocks of 512 bytes.
  const limited = `trap "" XFSZ; ulimit -f 8; exec "$0" "$1"`;
  const { stdout, stderr } = Bun.spawnSync(["sh", "-c", limited, process.execPath, script]);
  const size = `{"seq":1,"at":"2026-01-01T00:00:00.000Z","type":"text","text":""}\n`.length + 1000;
  expect(stderr.toString()).toBe("");
  expect(stdout.toString()).toBe(`EFBIG\n1 ${size}\n2\n`);
  expect(readFileSync(t.path, "utf8").match(/"seq":\d+/g)).toEqual(['"seq":1', '"seq":2']);
  expect(seqsOf(await t.transcripts.read(t.runId, ALL))).toEqual([1, 2]);
});

test("a foreign event in the file is skipped", async () => {
  using t = testTranscripts();
  const writer = t.transcripts.open(t.runId);
  writer.append(texts(1));
  writer.close();
  appendFileSync(t.path, "garbage\n\n{}\n");
  const again = t.transcripts.open(t.runId);
  again.append(texts(1));
  again.close();
  expect(seqsOf(await t.transcripts.read(t.runId, ALL))).toEqual([1, 2]);
});

test("a failing listener does not fail the write, and the others are called", () => {
  using t = testTranscripts();
  const writer = t.transcripts.open(t.runId);
  const heard: number[] = [];
  t.transcripts.onAppend(t.runId, () => {
    throw new Error("oops");
  });
  const stop = t.transcripts.onAppend(t.runId, (lines) => heard.push(lines.length));
  writer.append(texts(2));
  writer.append(texts(3));
  stop();
  writer.append(texts(4));
  expect(heard).toEqual([2, 3]);
  expect(writer.lastSeq()).toBe(9);
  expect(t.logLines.join("\n")).toContain("A transcript listener failed");
  writer.close();
});

test("removing runs deletes their files and ignores missing ones", async () => {
  using t = testTranscripts();
  const writer = t.transcripts.open(t.runId);
  writer.append(texts(1));
  writer.close();
  await t.transcripts.remove(["no-such-run" as never, t.runId]);
  expect(() => statSync(t.path)).toThrow("ENOENT");
  expect(await t.transcripts.read(t.runId, ALL)).toEqual([]);
});

test("a file that cannot be deleted holds up no other one, and is logged", async () => {
  using t = testTranscripts();
  t.transcripts.open(t.runId).close();
  // Not even root can delete it.
  const stubborn = "V1StGXR8_Z5jdHi6B-myT" as RunId;
  mkdirSync(join(t.dir, `${stubborn}.jsonl`));
  await t.transcripts.remove([stubborn, t.runId]);
  expect(() => statSync(t.path)).toThrow("ENOENT");
  expect(t.logLines.join("\n")).toContain("A file of a run could not be deleted");
});
