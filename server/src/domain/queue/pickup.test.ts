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
    asks_agent_id: null,
    task_status: "todo",
    is_priority: false,
    position: 0,
    is_on_hold: false,
    is_paused: false,
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
    "the smallest position in Todo comes first",
    [candidate("a", { position: 2 }), candidate("b", { position: -1.5 })],
    "b",
  ],
  [
    "when one in Todo was worked before does not matter",
    [candidate("a", { position: 2, last_processed_at: at(3) }), candidate("b", { position: 1 })],
    "b",
  ],
  [
    "a task In Progress comes before anything in Todo",
    [candidate("a", { position: 5, task_status: "in_progress" }), candidate("b", { position: 1 })],
    "a",
  ],
  [
    "of two In Progress, the one that was worked last",
    [
      candidate("a", { task_status: "in_progress", last_processed_at: at(3) }),
      candidate("b", { task_status: "in_progress", last_processed_at: at(4), position: 9 }),
      candidate("c", { task_status: "in_progress" }),
    ],
    "b",
  ],
  [
    "a prioritized one comes before the one In Progress",
    [
      candidate("a", { task_status: "in_progress", last_processed_at: at(3) }),
      candidate("b", { is_priority: true, position: 9 }),
    ],
    "b",
  ],
  [
    "a task on hold is not picked up, prioritized or In Progress or not",
    [
      candidate("a", { is_on_hold: true, is_priority: true }),
      candidate("b", { is_on_hold: true, task_status: "in_progress" }),
      candidate("c", { position: 9 }),
    ],
    "c",
  ],
  [
    "nothing is worked where the workspace pauses",
    [candidate("a", { is_paused: true, is_priority: true })],
    undefined,
  ],
  ["a task in review is not worked", [candidate("a", { task_status: "in_review" })], undefined],
  ["a task that is done is not worked", [candidate("a", { task_status: "done" })], undefined],
  [
    "a retry time in the future is waited for, priority or not",
    [candidate("a", { is_priority: true, retry_at: "2026-01-01T12:00:00.001Z" }), candidate("b")],
    "b",
  ],
  [
    "a retry time that has passed is no obstacle",
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
