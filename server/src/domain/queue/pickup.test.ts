import { expect, test } from "bun:test";
import type { TaskId } from "@malamar/contract/ids.ts";
import { pickNext, type Candidate } from "./pickup.ts";

const NOW = "2026-01-01T12:00:00.000Z";
const at = (minute: number) =>
  new Date(Date.parse("2026-01-01T11:00:00Z") + minute * 60_000).toISOString();

function candidate(name: string, fields: Partial<Candidate> = {}): Candidate {
  return {
    item_id: name,
    task_id: name as TaskId,
    task_status: "todo",
    is_priority: false,
    updated_at: at(0),
    wait_reason: null,
    retry_at: null,
    last_processed_at: null,
    ...fields,
  };
}

test.each<[string, Candidate[], string | undefined]>([
  ["nothing is queued", [], undefined],
  ["only one is", [candidate("a")], "a"],
  [
    "the newest request comes first",
    [candidate("a", { updated_at: at(1) }), candidate("b", { updated_at: at(2) })],
    "b",
  ],
  [
    "the task that was worked last is finished before a newer request",
    [candidate("a", { last_processed_at: at(3) }), candidate("b", { updated_at: at(9) })],
    "a",
  ],
  [
    "of two that were worked, the one that was worked last",
    [
      candidate("a", { last_processed_at: at(3), updated_at: at(9) }),
      candidate("b", { last_processed_at: at(4) }),
    ],
    "b",
  ],
  [
    "a prioritized one comes before the one that was worked last",
    [candidate("a", { last_processed_at: at(3) }), candidate("b", { is_priority: true })],
    "b",
  ],
  [
    "an In Progress task counts like one in Todo",
    [candidate("a", { task_status: "in_progress" })],
    "a",
  ],
  ["a task in review is not worked", [candidate("a", { task_status: "in_review" })], undefined],
  ["a task that is done is not worked", [candidate("a", { task_status: "done" })], undefined],
  [
    "a retry time in the future is waited for, priority or not",
    [
      candidate("a", { is_priority: true, retry_at: "2026-01-01T12:00:00.001Z" }),
      candidate("b", { updated_at: at(1) }),
    ],
    "b",
  ],
  [
    "a retry time that has come is no obstacle",
    [candidate("a", { wait_reason: "backoff", retry_at: NOW })],
    "a",
  ],
  [
    "what waits for something without a time is not worked before that ends the wait",
    [
      candidate("a", { wait_reason: "engine", is_priority: true }),
      candidate("b", { wait_reason: "disk" }),
      candidate("c", { wait_reason: "directory" }),
    ],
    undefined,
  ],
])("%s", (_name, queued, expected) => {
  expect(pickNext(queued, NOW)?.item_id).toBe(expected);
  expect(pickNext(queued.toReversed(), NOW)?.item_id).toBe(expected);
});
