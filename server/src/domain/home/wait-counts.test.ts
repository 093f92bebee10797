import { describe, expect, test } from "bun:test";
import { countWaits } from "@malamar/contract/plain/home.ts";
import type { AttentionItem } from "@malamar/contract/task.ts";
import { newId } from "#lib/id.ts";
import { countNews } from "./wait-counts.ts";

type Waiting = Pick<AttentionItem, "reason" | "guard" | "task_id">;

const waiting = (
  reason: AttentionItem["reason"],
  guard: AttentionItem["guard"] = null,
): Waiting => ({ reason, guard, task_id: newId() });

test("each reason is counted, and a task stopped by a limit is not the team's review", () => {
  expect(
    countWaits([waiting("in_review"), waiting("in_review", "max_passes"), waiting("quota")]),
  ).toEqual({ in_review: 1, guard: 1, error: 0, quota: 1 });
});

describe("news", () => {
  const [ready, stopped, failed] = [
    waiting("in_review"),
    waiting("in_review", "max_cost_usd"),
    waiting("error"),
  ];

  test.each<[string, Waiting[], Waiting[], object]>([
    ["nothing", [], [], { ready: 0, stopped: 0, failed: 0 }],
    ["one of each", [ready, stopped, failed], [], { ready: 1, stopped: 1, failed: 1 }],
    ["what you moved yourself", [ready, failed], [ready], { ready: 0, stopped: 0, failed: 1 }],
    ["a wait for quota", [waiting("quota")], [], { ready: 0, stopped: 0, failed: 0 }],
  ])("of %s", (_what, items, moved, counts) => {
    const movedByPeople = moved.map(({ task_id }) => task_id);
    expect(countNews({ items, movedByPeople })).toEqual(counts as ReturnType<typeof countNews>);
  });
});
