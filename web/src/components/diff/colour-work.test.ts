import { describe, expect, test } from "bun:test";
import { createColourWork, type ColourRequest } from "./colour-work.ts";
import type { LineColours } from "./colour-tokens.logic.ts";

const COLOURS: LineColours = { starts: Uint32Array.of(0), tokens: new Uint32Array(), classes: [] };

/** Workers that answer when they are told to. */
function stage(patience?: number) {
  const asked: ColourRequest[] = [];
  const started: { isGone: boolean; answer: () => void; fail: () => void }[] = [];
  const work = createColourWork((on) => {
    const worker = {
      isGone: false,
      answer: () => on.answer({ id: asked.at(-1)!.id, colours: COLOURS }),
      fail: on.error,
    };
    started.push(worker);
    return {
      ask: (request) => void asked.push(request),
      end: () => {
        worker.isGone = true;
      },
    };
  }, patience);
  const answer = () => started.at(-1)!.answer();
  return { work, started, answer, texts: () => asked.map(({ text }) => text) };
}

describe("colours", () => {
  test("are asked for one at a time, the newest first", () => {
    const { work, answer, texts } = stage();
    const done: string[] = [];
    for (const text of ["a", "b", "c"]) work.colour("css", text, () => done.push(text));
    expect(texts()).toEqual(["a"]);
    answer();
    answer();
    answer();
    expect(texts()).toEqual(["a", "c", "b"]);
    expect(done).toEqual(["a", "c", "b"]);
  });

  test("nobody waits for are not made", () => {
    const { work, answer, texts } = stage();
    const done: string[] = [];
    const forget = ["a", "b", "c"].map((text) => work.colour("css", text, () => done.push(text)));
    forget[0]!();
    forget[1]!();
    answer();
    answer();
    expect(texts()).toEqual(["a", "c"]);
    expect(done).toEqual(["c"]);
  });

  test("are left out if the worker fails, and the next text gets another one", () => {
    const { work, started, answer } = stage();
    const done: unknown[] = [];
    work.colour("css", "a", (colours) => done.push(colours));
    work.colour("css", "b", (colours) => done.push(colours));
    started[0]!.fail();
    answer();
    expect(done).toEqual([null, COLOURS]);
    expect(started.map(({ isGone }) => isGone)).toEqual([true, false]);
  });

  test("that take too long are left out", async () => {
    const { work, started } = stage(1);
    const colours = await new Promise((resolve) => work.colour("css", "a", resolve));
    expect(colours).toBeNull();
    expect(started[0]!.isGone).toBe(true);
  });
});
