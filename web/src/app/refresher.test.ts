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
// Bun has no frames of its own.
afterEach(() => {
  Reflect.deleteProperty(globalThis, "requestAnimationFrame");
  Reflect.deleteProperty(globalThis, "cancelAnimationFrame");
});

/** What a browser does between two frames. */
async function nextFrame() {
  for (const callback of frames.splice(0)) callback(0);
  await Bun.sleep(0);
}

/** A query that somebody looks at, whose every fetch waits until it is answered here. */
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

test("however many events there were, there is one fetch per frame", async () => {
  const queryClient = new QueryClient();
  const fetches = await watched(queryClient, ["board"]);
  const { refresh } = createRefresher(queryClient);
  for (let n = 0; n < 100; n++) refresh([["board"]]);
  await nextFrame();
  expect(fetches).toHaveLength(2);
});

test.each([true, false])(
  "what an event tells is not undone by an older answer (there was one before: %p)",
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

test("what happens while something is fetched for the first time is fetched once more", async () => {
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

test("a fetch under way is not cancelled by the next event, and one more follows it", async () => {
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

test("after a dear fetch there is a rest before the next one of the same", async () => {
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

test("a fetch of one thing does not hold up another", async () => {
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

test("a refresh of everything includes what waits, and what comes while it waits", async () => {
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

test("what is deleted before its turn comes is not asked for again", async () => {
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
