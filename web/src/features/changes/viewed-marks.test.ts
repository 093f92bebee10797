import { expect, test } from "bun:test";
import type { Changes } from "@malamar/contract/changes.ts";
import { TaskId } from "@malamar/contract/ids.ts";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { changedFile } from "./testing/builders.ts";
import { viewedMarks } from "./viewed-marks.ts";
import { changesKeys } from "./keys.ts";

const id = TaskId.parse("t".repeat(21));
const FILE = changedFile("a.ts");
const end = { checkpoint_id: null, tree_id: "" };
const list = (file = FILE): Changes => ({
  from: end,
  to: end,
  files: 1,
  additions: 2,
  deletions: 1,
  changed: [file],
  truncated: false,
});

/** A page that shows the list, whose answers are given by the test. */
async function stage() {
  const queryClient = new QueryClient();
  const answers: ((changes: Changes) => void)[] = [];
  const queryKey = [...changesKeys.ofTask(id), "list", "base", "now"];
  const observer = new QueryObserver<Changes>(queryClient, {
    queryKey,
    queryFn: ({ signal }) => {
      const { promise, resolve, reject } = Promise.withResolvers<Changes>();
      signal.addEventListener("abort", () => reject(new Error("aborted")));
      answers.push(resolve);
      return promise;
    },
  });
  observer.subscribe(() => {});
  const answer = async (changes: Changes) => {
    answers.at(-1)!(changes);
    await Bun.sleep(0);
  };
  await answer(list());
  return {
    queryClient,
    answers,
    answer,
    refetch: () => void observer.refetch(),
    marks: viewedMarks(queryClient, id),
    isViewed: () => queryClient.getQueryData<Changes>(queryKey)!.changed[0]!.is_viewed,
  };
}

const MARK = { file: FILE, isViewed: true };

test("a mark shows at once, and a list that was read before does not take it away", async () => {
  const { marks, isViewed, refetch, answer } = await stage();
  refetch();
  await marks.onMutate(MARK);
  expect(isViewed()).toBe(true);
  await answer(list());
  expect(isViewed()).toBe(true);
});

test("a mark that was refused is gone", async () => {
  const { marks, isViewed } = await stage();
  await marks.onMutate(MARK);
  marks.onError(new Error("no"), MARK);
  expect(isViewed()).toBe(false);
});

test("after the last of several marks the list is read again", async () => {
  const { queryClient, marks, answers } = await stage();
  const { promise: never, resolve } = Promise.withResolvers<void>();
  const other = queryClient
    .getMutationCache()
    .build(queryClient, { mutationKey: marks.mutationKey, mutationFn: () => never });
  const done = [other.execute(undefined)];
  const own = queryClient.getMutationCache().build(queryClient, {
    ...marks,
    mutationFn: async (_mark: typeof MARK) => {},
  });
  await own.execute(MARK);
  expect(answers).toHaveLength(1);
  resolve();
  await Promise.all(done);
  await queryClient
    .getMutationCache()
    .build(queryClient, { ...marks, mutationFn: async (_mark: typeof MARK) => {} })
    .execute(MARK);
  expect(answers).toHaveLength(2);
});
