import { describe, expect, test } from "bun:test";
import { createNearLoader, createSlots } from "./near-loader.ts";

type Request = {
  key: string;
  signal: AbortSignal;
  answer: () => Promise<void>;
  fail: () => Promise<void>;
};

const wishes = (...keys: string[]) => keys.map((key) => ({ key }));

/** A loader whose requests are answered by the test. */
function stage({ atOnce = 2, kept = 3 } = {}) {
  const requests: Request[] = [];
  const changed: string[] = [];
  const loader = createNearLoader<{ key: string }, string>({
    slots: createSlots(atOnce),
    kept,
    onChange: (key) => changed.push(key),
    load: ({ key }, signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      signal.addEventListener("abort", () => reject(new Error("aborted")));
      const settled = async () => {
        await promise.catch(() => {});
        await Promise.resolve();
      };
      requests.push({
        key,
        signal,
        answer: () => (resolve(`text of ${key}`), settled()),
        fail: () => (reject(new Error("no")), settled()),
      });
      return promise;
    },
  });
  const asked = () => requests.map(({ key }) => key);
  const last = (key: string) => requests.findLast((request) => request.key === key)!;
  return { loader, requests, changed, asked, last };
}

describe("what is near", () => {
  test("is loaded in order, only so many at once", async () => {
    const { loader, asked, last } = stage();
    loader.want(wishes("a", "b", "c"));
    expect(asked()).toEqual(["a", "b"]);
    await last("a").answer();
    expect(asked()).toEqual(["a", "b", "c"]);
    expect(loader.get("a")).toEqual({ phase: "ready", value: "text of a" });
    expect(loader.get("b")).toEqual({ phase: "loading" });
  });

  test("is not loaded twice", async () => {
    const { loader, asked, last } = stage();
    loader.want(wishes("a"));
    await last("a").answer();
    loader.want(wishes("a"));
    expect(asked()).toEqual(["a"]);
  });

  test("that flew by is given up, and makes room", async () => {
    const { loader, asked, last, changed } = stage();
    loader.want(wishes("a", "b", "c"));
    loader.want(wishes("x", "y"));
    await Promise.resolve();
    expect(last("a").signal.aborted).toBe(true);
    await Bun.sleep(0);
    expect(asked()).toEqual(["a", "b", "x", "y"]);
    expect(loader.get("a")).toBeUndefined();
    expect(changed).toEqual([]);
  });

  test("stays until there is too much, the last one wanted the longest", async () => {
    const { loader, last, changed } = stage();
    for (const key of ["a", "b", "c"]) {
      loader.want(wishes(key));
      await last(key).answer();
    }
    loader.want(wishes("a"));
    loader.want(wishes("d"));
    await last("d").answer();
    expect(["a", "b", "c", "d"].map((key) => loader.get(key)?.phase)).toEqual([
      "ready",
      undefined,
      "ready",
      "ready",
    ]);
    expect(changed).toContain("b");
  });

  test("is tried again when the user says so", async () => {
    const { loader, asked, last } = stage();
    loader.want(wishes("a"));
    await last("a").fail();
    expect(loader.get("a")?.phase).toBe("failed");
    loader.want(wishes("a"));
    expect(asked()).toEqual(["a"]);
    loader.retry("a");
    await last("a").answer();
    expect(asked()).toEqual(["a", "a"]);
    expect(loader.get("a")?.phase).toBe("ready");
  });

  test("is tried again, all that failed, when the connection is back", async () => {
    const { loader, asked, last } = stage();
    loader.want(wishes("a", "b"));
    await last("a").fail();
    await last("b").answer();
    loader.want(wishes("a", "b", "c"));
    await last("c").fail();
    loader.retry();
    expect(asked()).toEqual(["a", "b", "c", "a", "c"]);
  });

  test("is loaded again after a stop that came too early", async () => {
    const { loader, asked, last } = stage();
    loader.want(wishes("a"));
    loader.stop();
    await Bun.sleep(0);
    loader.want(wishes("a"));
    await last("a").answer();
    expect(asked()).toEqual(["a", "a"]);
    expect(loader.get("a")?.phase).toBe("ready");
  });

  test("is loaded even if it is more than is kept", async () => {
    const { loader, asked, last } = stage({ kept: 1 });
    loader.want(wishes("a", "b", "c"));
    await last("a").answer();
    expect(asked()).toEqual(["a", "b", "c"]);
    expect(loader.get("a")?.phase).toBe("ready");
  });

  test("shares its limit with others", async () => {
    const slots = createSlots(1);
    const asked: string[] = [];
    const answers: (() => void)[] = [];
    const [one, other] = ["one", "other"].map((name) =>
      createNearLoader<{ key: string }, null>({
        slots,
        kept: 5,
        onChange: () => {},
        load: ({ key }) => {
          asked.push(`${name} ${key}`);
          return new Promise((resolve) => answers.push(() => resolve(null)));
        },
      }),
    );
    one!.want(wishes("a"));
    other!.want(wishes("b"));
    expect(asked).toEqual(["one a"]);
    answers[0]!();
    await Bun.sleep(0);
    expect(asked).toEqual(["one a", "other b"]);
  });
});
