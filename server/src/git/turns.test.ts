import { expect, test } from "bun:test";
import { GitError } from "./git-error.ts";
import { createLanes, createTurns } from "./turns.ts";

/** Work that ends when the test says so. */
function steps() {
  const log: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  return {
    log,
    work: (name: string) => async () => {
      log.push(name);
      const end = Promise.withResolvers<void>();
      ends.set(name, end);
      await end.promise;
      return name;
    },
    end: (name: string) => ends.get(name)!.resolve(),
    fail: (name: string) => ends.get(name)!.reject(new Error(name)),
  };
}

/** Everything that can happen without us has happened. */
const settled = () => new Promise(setImmediate);

test("only so many run at once; the others follow in order, even after a failure", async () => {
  const { log, work, end, fail } = steps();
  const inTurn = createTurns(2);
  const done = ["a", "b", "c", "d"].map((name) => inTurn(work(name)).catch(String));
  await settled();
  expect(log).toEqual(["a", "b"]);
  fail("b");
  await settled();
  expect(log).toEqual(["a", "b", "c"]);
  end("c");
  end("a");
  await settled();
  expect(log).toEqual(["a", "b", "c", "d"]);
  end("d");
  expect(await Promise.all(done)).toEqual(["a", "Error: b", "c", "d"]);
  // Nobody's place was lost.
  void inTurn(work("e"));
  void inTurn(work("f"));
  await settled();
  expect(log.slice(-2)).toEqual(["e", "f"]);
});

test("whoever is not wanted any more leaves the line, and holds up nobody behind", async () => {
  const { log, work, end } = steps();
  const alone = createLanes();
  const ending = new AbortController();
  const first = alone("x", work("first"));
  const second = alone("x", work("second"), ending.signal).catch(reasonOf);
  const third = alone("x", work("third"));
  ending.abort();
  expect(await second).toBe("aborted");
  expect(await alone("x", work("fourth"), ending.signal).catch(reasonOf)).toBe("aborted");
  end("first");
  await first;
  await settled();
  expect(log).toEqual(["first", "third"]);
  end("third");
  await third;
});

function reasonOf(error: unknown): string {
  return error instanceof GitError ? error.reason.kind : String(error);
}

test("work of one name runs alone, whatever others do", async () => {
  const { log, work, end } = steps();
  const alone = createLanes();
  const first = alone("x", work("first"));
  const second = alone("x", work("second"));
  void alone("y", work("other"));
  await settled();
  expect(log).toEqual(["first", "other"]);
  end("first");
  expect(await first).toBe("first");
  await settled();
  expect(log).toEqual(["first", "other", "second"]);
  end("second");
  await second;
  void alone("x", work("third"));
  await settled();
  expect(log.at(-1)).toBe("third");
});
