import { expect, test } from "bun:test";
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { NewTranscriptEvent } from "@malamar/contract/transcript.ts";
import { tempDir } from "#testing/temp-dir.ts";
import { createEstimate } from "./estimate.ts";
import { followFiles } from "./followed-files.ts";
import { createRunSpending } from "./run-spending.ts";
import type { SpendingFiles } from "./spending-files.ts";

type Said = ReturnType<Parameters<typeof createRunSpending>[0]["said"]>;

const SAYS: NewTranscriptEvent = { type: "text", text: "Hello" };
const used = (input_tokens: number): NewTranscriptEvent => ({
  type: "usage",
  input_tokens,
  output_tokens: 0,
  cached_tokens: 0,
  cost_usd: null,
});

const NOTHING_YET = used(0);

/** Numbers in these files, as the usage so far. */
const numbersIn = (...paths: string[]): SpendingFiles => ({
  find: async () => paths.map((path) => ({ path })),
  createReader: () => (line) => ({
    input_tokens: Number(line),
    output_tokens: 0,
    cached_tokens: 0,
  }),
});

function follow(files?: SpendingFiles) {
  const said: Said = { sessionId: "s-1", terminal: null };
  let time = 0;
  const estimate = createEstimate(0);
  const elapsed = () => time;
  const source = files && followFiles(files);
  const spending = createRunSpending({ source, estimate, said: () => said, elapsed });
  const figures = (events: readonly NewTranscriptEvent[]) =>
    events.flatMap((event) =>
      event.type === "usage" ? `${event.is_estimated ? "about " : ""}${event.input_tokens}` : [],
    );
  return {
    said,
    hear: (...events: NewTranscriptEvent[]) => figures(spending.hear(events)),
    look: async () => figures(await spending.look()),
    end: async () => figures(await spending.end()),
    dueIn: () => spending.dueIn(),
    pass: (ms: number) => void (time += ms),
  };
}

test("what the output reports is passed on, and then nothing else is searched", () => {
  const run = follow();
  expect(run.dueIn()).toBe(1000);
  expect(run.hear(SAYS, used(100))).toEqual(["100"]);
  expect(run.dueIn()).toBeUndefined();
});

test("what comes at once ends with one figure, the highest", () => {
  const run = follow();
  expect(run.hear(used(100), SAYS, used(300), used(200))).toEqual(["300"]);
});

test("a CLI without a model is never checked", () => {
  const spending = createRunSpending({
    source: undefined,
    estimate: null,
    said: () => ({ sessionId: null, terminal: null }),
  });
  expect(spending.hear([SAYS])).toEqual([SAYS]);
  expect(spending.dueIn()).toBeUndefined();
});

test("files are read once a second, and their sum only rises", async () => {
  using dir = tempDir();
  const [main, other] = [join(dir.path, "main"), join(dir.path, "other")];
  const run = follow(numbersIn(main, other));
  expect(await run.look()).toEqual([]);
  run.pass(400);
  expect(run.dueIn()).toBe(600);
  writeFileSync(main, "100\n150\n");
  expect(await run.look()).toEqual(["150"]);
  expect(await run.look()).toEqual([]);
  writeFileSync(other, "50\n");
  expect(await run.look()).toEqual(["200"]);
  expect(run.hear(used(160))).toEqual([]);
  expect(run.hear(used(300))).toEqual(["300"]);
  expect(await run.look()).toEqual([]);
});

test("nothing is searched for before the session has a name", async () => {
  using dir = tempDir();
  const main = join(dir.path, "main");
  writeFileSync(main, "100\n");
  const run = follow(numbersIn(main));
  run.said.sessionId = null;
  expect(await run.look()).toEqual([]);
  run.said.sessionId = "s-1";
  expect(await run.look()).toEqual(["100"]);
});

test("no figure falls, whatever the final event says", async () => {
  using dir = tempDir();
  const main = join(dir.path, "main");
  writeFileSync(main, "500\n");
  const run = follow(numbersIn(main));
  expect(await run.look()).toEqual(["500"]);
  run.said.terminal = { ok: true };
  expect(run.hear(used(400))).toEqual([]);
  expect(run.dueIn()).toBeUndefined();
  appendFileSync(main, "600\n");
  expect(await run.end()).toEqual(["600"]);
});

test("what the final event leaves out is added to it, then and at the end", async () => {
  using dir = tempDir();
  const [main, child] = [join(dir.path, "main"), join(dir.path, "child")];
  const files = numbersIn();
  const run = follow({
    ...files,
    find: async () => [{ path: main }, { path: child, isLeftOut: true }],
  });
  writeFileSync(main, "500\n");
  writeFileSync(child, "30\n");
  expect(await run.look()).toEqual(["530"]);
  run.said.terminal = { ok: true };
  expect(run.hear(used(510))).toEqual(["540"]);
  appendFileSync(child, "40\n");
  expect(await run.end()).toEqual(["550"]);
});

test("without a final event the end reads what is left", async () => {
  using dir = tempDir();
  const main = join(dir.path, "main");
  const run = follow(numbersIn(main));
  writeFileSync(main, "500\n");
  expect(await run.end()).toEqual(["500"]);
});

test("files that cannot be found or read cost nobody a run", async () => {
  const lost = follow({ ...numbersIn(), find: () => Promise.reject(new Error("gone")) });
  expect(await lost.look()).toEqual([]);
  const missing = follow(numbersIn("/nowhere/at/all"));
  expect(await missing.look()).toEqual([]);
});

test("work without a figure is estimated after a moment, and again when there is more of it", async () => {
  const run = follow();
  expect(await run.look()).toEqual([]);
  run.hear(SAYS);
  run.pass(2000);
  expect(await run.look()).toEqual([]);
  run.pass(1000);
  expect(await run.look()).toEqual(["about 10000"]);
  expect(await run.look()).toEqual([]);
  run.hear({ type: "tool_result", id: "t", output: "", is_error: false }, SAYS);
  expect(await run.look()).toEqual(["about 20002"]);
});

test("a real figure replaces an estimate, however small it is, and no estimate comes after it", async () => {
  const run = follow();
  run.hear(SAYS);
  run.pass(3000);
  expect(await run.look()).toEqual(["about 10000"]);
  expect(run.hear(used(7))).toEqual(["7"]);
  run.hear({ type: "tool_result", id: "t", output: "", is_error: false }, SAYS);
  expect(await run.end()).toEqual([]);
});

test("a short run that reported nothing is estimated at its end; one that did nothing is not", async () => {
  const silent = follow();
  expect(await silent.end()).toEqual([]);
  const run = follow();
  run.hear(SAYS);
  expect(await run.end()).toEqual(["about 10000"]);
});

test("a figure of zero does not count where work was seen", async () => {
  const run = follow();
  run.said.terminal = { ok: true };
  expect(run.hear(SAYS, used(0))).toEqual([]);
  expect(await run.end()).toEqual(["about 10000"]);
  const failed = follow();
  expect(failed.hear(used(0))).toEqual(["0"]);
});

test.each([
  [0, null],
  [0.5, 0.5],
])(
  "a final event of no tokens and $%d leaves the estimate, and costs %p",
  async (told, cost_usd) => {
    const estimate = createEstimate(0);
    const said = () => ({ sessionId: null, terminal: { ok: true } }) as const;
    const spending = createRunSpending({ source: undefined, estimate, said });
    const nothing = { type: "usage", input_tokens: 0, output_tokens: 0, cached_tokens: 0 } as const;
    expect(spending.hear([NOTHING_YET, SAYS, { ...nothing, cost_usd: told }])).toEqual([
      SAYS,
      NOTHING_YET,
    ]);
    expect(await spending.end()).toEqual([
      {
        type: "usage",
        input_tokens: 10_000,
        output_tokens: 2,
        cached_tokens: null,
        cost_usd,
        is_estimated: true,
      },
    ]);
  },
);
