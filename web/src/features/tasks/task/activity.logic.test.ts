import { expect, test } from "bun:test";
import { activityWords, runOfActivity } from "./activity.logic.ts";
import { log, runId } from "#features/tasks/testing/builders.ts";

const agent = { agent_name: "Planner", run_id: runId("r") };

test.each([
  [{ event_type: "task_created", metadata: null }, "User created the task"],
  [
    { event_type: "status_changed", metadata: { old_status: "in_review", new_status: "todo" } },
    "User moved it from In Review to Todo",
  ],
  [{ event_type: "comment_added", metadata: null }, "User commented"],
  [{ event_type: "comment_edited", metadata: null }, "User edited a comment"],
  [{ event_type: "comment_deleted", metadata: null }, "User deleted a comment"],
  [{ event_type: "agent_started", metadata: agent }, "Planner started"],
  [
    { event_type: "agent_finished", metadata: { ...agent, action_type: "comment" } },
    "Planner finished: commented",
  ],
  [{ event_type: "task_cancelled", metadata: null }, "User cancelled it"],
  [{ event_type: "task_prioritized", metadata: null }, "User prioritized it"],
  [{ event_type: "task_deprioritized", metadata: null }, "User removed its priority"],
  [{ event_type: "task_edited", metadata: null }, "User edited it"],
  [
    { event_type: "guard_tripped", metadata: { guard: "max_passes", detail: "15 passes" } },
    "Guard tripped: 15 passes",
  ],
] as const)("%j is a sentence", (event, words) => {
  expect(activityWords(log(event))).toBe(words);
});

test("what an agent did leads to its run", () => {
  expect(runOfActivity(log({ event_type: "agent_started", metadata: agent }))).toBe(runId("r"));
  expect(runOfActivity(log({ event_type: "task_edited", metadata: null }))).toBeNull();
});
