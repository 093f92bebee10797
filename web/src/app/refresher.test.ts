import {
  MutationObserver,
  QueryClient,
  QueryObserver,
  type DataTag,
  type QueryKey,
} from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { DELETION_KEY } from "#lib/deleted-here.ts";
import { createRefresher } from "./refresher.ts";

let frames: FrameRequestCallback[] = [];

beforeEach(() => {
  frames = [];
  globalThis.requestAnimationFrame = (callback) => frames.push(callback);
  globalThis.cancelAnimationFrame = () => {};
});
// Bun has no animation frames.
afterEach(() => {
  Reflect.deleteProperty(globalThis, "requestAnimationFrame");
  Reflect.deleteProperty(globalThis, "cancelAnimationFrame");
});

/** Runs what a browser runs between two frames. */
async function nextFrame() {
  for (const callback of frames.splice(0)) callback(0);
  await Bun.sleep(0);
}

/** A watched query. Each of its fetches waits until the test answers it. */
async function watched(queryClient: QueryClient, queryKey: QueryKey, { isAnswered = true } = {}) {
  const fetches: { answer: () => Promise<void>; signal: AbortSignal }[] = [];
  const observer = new QueryObserver(queryClient, {
    queryKey,
    queryFn: ({ signal }) =>
      new Promise<number>((resolve) => {
        const number = fetches.length + 1;
        const answer = async () => {
          resolve(number);
          await Bun.sleep(0);
        };
        fetches.push({ answer, signal });
      }),
  });
  observer.subscribe(() => {});
  if (isAnswered) await fetches[0]?.answer();
  return fetches;
}

test("any number of events causes one fetch per frame", async () => {
  const queryClient = new QueryClient();
  const fetches = await watched(queryClient, ["board"]);
  const { refresh } = createRefresher(queryClient);
  for (let n = 0; n < 100; n++) refresh([["board"]]);
  await nextFrame();
  expect(fetches).toHaveLength(2);
});

test.each([true, false])(
  "an older response does not undo what an event has set (there was one before: %p)",
  async (isAnswered) => {
    const queryClient = new QueryClient();
    const fetches = await watched(queryClient, ["health"], { isAnswered });
    const { refresh, set } = createRefresher(queryClient);
    if (isAnswered) refresh([["health"]]);
    await nextFrame();
    set<number>(["health"] as DataTag<string[], number, Error>, 100);
    await fetches.at(-1)!.answer();
    expect(queryClient.getQueryData<number>(["health"])).toBe(100);
  },
);

test("an event during the first fetch causes one more fetch", async () => {
  const queryClient = new QueryClient();
  const fetches = await watched(queryClient, ["board"], { isAnswered: false });
  const { refresh } = createRefresher(queryClient);
  refresh([["board"]]);
  await nextFrame();
  expect(fetches).toHaveLength(1);
  await fetches[0]?.answer();
  await nextFrame();
  expect(fetches).toHaveLength(2);
  await fetches[1]?.answer();
  await nextFrame();
  expect(queryClient.getQueryData<number>(["board"])).toBe(2);
  expect(fetches).toHaveLength(2);
});

test("the next event does not cancel a fetch in progress, and one more fetch follows", async () => {
  const queryClient = new QueryClient();
  const fetches = await watched(queryClient, ["board"]);
  const { refresh } = createRefresher(queryClient);
  refresh([["board"]]);
  await nextFrame();
  refresh([["board"]]);
  refresh([["board"]]);
  await nextFrame();
  expect(fetches).toHaveLength(2);
  expect(fetches[1]?.signal.aborted).toBe(false);

  await fetches[1]?.answer();
  await nextFrame();
  expect(queryClient.getQueryData<number>(["board"])).toBe(2);
  expect(fetches).toHaveLength(3);
  await fetches[2]?.answer();
  await nextFrame();
  expect(fetches).toHaveLength(3);
});

test("after a slow fetch the same query rests before the next one", async () => {
  const queryClient = new QueryClient();
  const fetches = await watched(queryClient, ["board"]);
  let now = 0;
  let waited = 0;
  let endRest = () => {};
  const wait = (ms: number) => {
    waited = ms;
    return new Promise<void>((resolve) => (endRest = resolve));
  };
  const { refresh } = createRefresher(queryClient, { now: () => now, wait });
  refresh([["board"]]);
  await nextFrame();
  now += 300;
  await fetches[1]?.answer();
  refresh([["board"]]);
  await nextFrame();
  expect(waited).toBe(600);
  expect(fetches).toHaveLength(2);
  endRest();
  await nextFrame();
  await nextFrame();
  expect(fetches).toHaveLength(3);
});

test("a fetch of one query does not delay another", async () => {
  const queryClient = new QueryClient();
  const board = await watched(queryClient, ["board"]);
  const team = await watched(queryClient, ["team"]);
  const { refresh } = createRefresher(queryClient);
  refresh([["board"]]);
  await nextFrame();
  refresh([["team"]]);
  await nextFrame();
  expect([board.length, team.length]).toEqual([2, 2]);
});

test("a refresh of everything includes the waiting queries, and those that come while it waits", async () => {
  const queryClient = new QueryClient();
  const board = await watched(queryClient, ["board"]);
  const team = await watched(queryClient, ["team"]);
  const { refresh, refreshAll } = createRefresher(queryClient);
  refresh([["board"]]);
  refreshAll();
  refresh([["team"]]);
  await nextFrame();
  expect([board.length, team.length]).toEqual([2, 2]);
  await board[1]?.answer();
  await team[1]?.answer();
  await nextFrame();
  expect([board.length, team.length]).toEqual([2, 2]);
});

test("a query deleted before its turn is not fetched", async () => {
  const queryClient = new QueryClient();
  const fetches = await watched(queryClient, ["chats", "detail", "gone"]);
  const refresher = createRefresher(queryClient);
  refresher.refresh([["chats", "detail", "gone"]]);
  void new MutationObserver(queryClient, {
    mutationKey: DELETION_KEY,
    mutationFn: (_id: string) => new Promise<void>(() => {}),
  }).mutate("gone");
  await nextFrame();
  expect(fetches).toHaveLength(1);
});
