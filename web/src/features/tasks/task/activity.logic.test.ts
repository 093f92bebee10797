import { AgentId, CheckpointId } from "@malamar/contract/ids.ts";
import { expect, test } from "bun:test";
import { activityWords, agentOfActivity, branchInLog, runOfActivity } from "./activity.logic.ts";
import { log, runId } from "#features/tasks/testing/builders.ts";

const agent = { agent_name: "Planner", run_id: runId("r") };

test.each([
  [{ event_type: "task_created", metadata: null }, "You created the task"],
  [
    { event_type: "status_changed", metadata: { old_status: "in_review", new_status: "todo" } },
    "You moved it from In Review to Todo",
  ],
  [{ event_type: "comment_added", metadata: null }, "You commented"],
  [{ event_type: "comment_edited", metadata: null }, "You edited a comment"],
  [{ event_type: "comment_deleted", metadata: null }, "You deleted a comment"],
  [{ event_type: "agent_started", metadata: agent }, "Planner started"],
  [
    { event_type: "agent_finished", metadata: { ...agent, action_type: "comment" } },
    "Planner finished: commented",
  ],
  [{ event_type: "task_cancelled", metadata: null }, "You cancelled it"],
  [{ event_type: "task_prioritized", metadata: null }, "You prioritized it"],
  [{ event_type: "task_deprioritized", metadata: null }, "You removed its priority"],
  [{ event_type: "task_edited", metadata: null }, "You edited it"],
  [
    {
      event_type: "checkpoint_restored",
      metadata: { checkpoint_id: CheckpointId.parse("c".repeat(21)) },
    },
    "You restored the files of a checkpoint",
  ],
  [
    { event_type: "worktree_removed", metadata: { branch: "malamar/fix-1a2b3c4d" } },
    "You removed the worktree of malamar/fix-1a2b3c4d",
  ],
  [
    { event_type: "guard_tripped", metadata: { guard: "max_passes", detail: "15 passes" } },
    "Limit reached: 15 passes",
  ],
] as const)("%j is a sentence", (event, words) => {
  expect(activityWords(log(event))).toBe(words);
});

test("an entry about an agent has its face, by the name it had then", () => {
  const id = AgentId.parse("p".repeat(21));
  const byAgent = { actor_type: "agent", actor_id: id, actor_name: "(Deleted Agent)" } as const;
  const started = log({ event_type: "agent_started", metadata: agent });
  expect(agentOfActivity({ ...started, ...byAgent })).toEqual({ id, name: "Planner" });
  const commented = log({ event_type: "comment_added", metadata: null });
  expect(agentOfActivity({ ...commented, ...byAgent, actor_name: "Coder" })).toEqual({
    id,
    name: "Coder",
  });
  expect(agentOfActivity(commented)).toBe(null);
});

test("other people and Malamar appear by name", () => {
  const move = {
    event_type: "status_changed",
    metadata: { old_status: "todo", new_status: "in_progress" },
  } as const;
  expect(activityWords(log(move, "Ada"))).toBe("Ada moved it from Todo to In Progress");
  expect(activityWords({ ...log(move, "System"), actor_type: "system" })).toBe(
    "Malamar moved it from Todo to In Progress",
  );
});

test("Malamar makes the branch of a task", () => {
  const metadata = { branch: "malamar/fix-1a2b3c4d", base_commit: "0123456789abcdef" };
  const made = log({ event_type: "worktree_created", metadata }, "System");
  expect(activityWords({ ...made, actor_type: "system" })).toBe(
    "Malamar created branch malamar/fix-1a2b3c4d from 0123456",
  );
});

test("an entry about an agent's work links to its run", () => {
  expect(runOfActivity(log({ event_type: "agent_started", metadata: agent }))).toBe(runId("r"));
  expect(runOfActivity(log({ event_type: "task_edited", metadata: null }))).toBeNull();
});

test("the branch of a task is the one that was made last", () => {
  const made = (branch: string) =>
    log({ event_type: "worktree_created", metadata: { branch, base_commit: "0123456789abcdef" } });
  const edited = log({ event_type: "task_edited", metadata: null });
  expect(branchInLog([made("malamar/a"), made("malamar/a-2"), edited])).toBe("malamar/a-2");
  expect(branchInLog([edited])).toBeNull();
});
