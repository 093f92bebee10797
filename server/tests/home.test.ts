import { describe, expect, test } from "bun:test";
import type { Agent } from "@malamar/contract/agent.ts";
import type { Home } from "@malamar/contract/home.ts";
import { uses } from "#testing/guard-checks.ts";
import { createLoopApp, gate } from "#testing/loop-app.ts";
import { fails, heldAt, hitsQuota, says, skip, type Part } from "#testing/scripted-team.ts";
import { virtualTime } from "#testing/virtual-time.ts";

const HOUR = 3_600_000;

/** Does what the summary of the task says. */
const obeys: Part = (turn) => {
  if (turn.summary === "fail") return fails(2)(turn);
  return turn.summary === "repeat" ? says("Same")(turn) : skip(turn);
};

describe("GET /api/home", () => {
  test("reports what came to wait since a time, and not what was there before or what a person moved", async () => {
    const time = virtualTime();
    await using app = await createLoopApp({ team: { Planner: obeys }, ...time });
    await app.createTask({ summary: "old" });
    await app.taskWorkers.drain();
    time.advance(HOUR);
    const since = time.clock();
    for (const summary of ["new", "repeat", "fail"]) await app.createTask({ summary });
    await app.taskWorkers.drain();
    const own = await app.createTask({ summary: "own", is_on_hold: true });
    app.db.run("UPDATE tasks SET status = 'in_progress' WHERE id = ?", [own.id]);
    await app.move(own.id, "in_review");

    const { counts, attention } = await app.get<Home>(`/api/home?since=${since}`);
    expect(counts).toMatchObject({ ready: 1, stopped: 1, failed: 1, running: 0 });
    expect(attention.counts).toEqual({ in_review: 3, guard: 1, error: 1, quota: 0 });
    expect(attention.items.map(({ task_summary }) => task_summary).toSorted()).toEqual([
      "fail",
      "new",
      "old",
      "own",
      "repeat",
    ]);
    const stopped = attention.items.find(({ guard }) => guard !== null)!;
    expect(stopped).toMatchObject({
      task_number: 3,
      said: { agent_name: "Planner", content: "Same" },
    });

    const { since: first, counts: night } = await app.get<Home>("/api/home");
    expect(Date.parse(time.clock()) - Date.parse(first)).toBe(12 * HOUR);
    expect(night.ready).toBe(2);
  });

  test("says of a quota when it ends, like every list of what waits", async () => {
    await using app = await createLoopApp({ team: { Planner: hitsQuota() }, ...virtualTime() });
    await app.createTask();
    await app.taskWorkers.drain();
    const { attention } = await app.get<Home>("/api/home");
    expect(attention.items[0]?.detail).toContain("quota, resumes at");
  });

  test("shows active tasks with their workspace, their agent and its last comment", async () => {
    const held = gate();
    await using app = await createLoopApp({
      team: { Planner: says("I have a plan."), Coder: heldAt(held, skip) },
    });
    const task = await app.createTask({ summary: "Build it" });
    await held.reached;
    const { running, counts, agents } = await app.get<Home>("/api/home");
    expect(counts.running).toBe(1);
    expect(running).toMatchObject([
      {
        id: task.id,
        number: 1,
        workspace_title: "Website",
        is_processing: true,
        current_agent_name: "Coder",
        said: { agent_name: "Planner", content: "I have a plan." },
      },
    ]);
    const coder = running[0]!.team.find(({ name }) => name === "Coder")!;
    const { id, cli_type } = await app.get<Agent>(`/api/agents/${coder.agent_id}`);
    expect(agents).toContainEqual({ id, cli_type });
    expect(running[0]).not.toHaveProperty("description");
    held.open();
    await app.taskWorkers.drain();
    expect((await app.get<Home>("/api/home")).running).toEqual([]);
  });

  test("counts costs to the minute since the last visit, and for seven days by workspace and agent", async () => {
    const time = virtualTime();
    await using app = await createLoopApp({
      team: { Planner: uses({ cost: 0.5 }, skip), Coder: uses({ cost: 2 }, skip) },
      ...time,
    });
    const work = async () => {
      await app.createTask();
      await app.taskWorkers.drain();
    };
    await work();
    time.advance(HOUR / 4);
    const since = time.clock();
    await work();
    time.advance(2 * HOUR);
    await work();
    const home = await app.get<Home>(`/api/home?since=${since}`);
    expect(home.counts.cost_usd).toBeCloseTo(5);
    expect(home.costs.cost_usd).toBeCloseTo(7.5);
    expect(home.costs.workspaces).toMatchObject([{ title: "Website", run_count: 6 }]);
    expect(home.costs.agents.map(({ name, cost_usd }) => [name, cost_usd])).toEqual([
      ["Coder", 6],
      ["Planner", 1.5],
    ]);
    expect(home.agents.map(({ id }) => id).toSorted()).toEqual(
      home.costs.agents.map(({ agent_id }) => agent_id!).toSorted(),
    );
    time.sleep(8 * 24 * HOUR);
    expect((await app.get<Home>("/api/home")).costs).toMatchObject({ cost_usd: 0, agents: [] });
  });

  test("lists the workspaces by their last activity, without their instructions", async () => {
    await using app = await createLoopApp({ team: { Planner: skip } });
    await app.createWorkspace({ title: "Quiet", description: "Long.", is_paused: true });
    await app.createTask();
    await app.taskWorkers.drain();
    const { workspaces } = await app.get<Home>("/api/home");
    expect(workspaces.slice(0, 2)).toEqual([
      expect.objectContaining({ title: "Website", agent_count: 1, in_review_count: 1 }),
      expect.objectContaining({ title: "Quiet", agent_count: 0, is_paused: true }),
    ]);
    expect(workspaces[1]).not.toHaveProperty("description");
  });

  test("takes a time of any zone", async () => {
    await using app = await createLoopApp();
    const { since } = await app.get<Home>("/api/home?since=2026-01-31T08:00:00%2B02:00");
    expect(since).toBe("2026-01-31T06:00:00.000Z");
  });

  test.each(["yesterday", "2026-02-30T00:00:00Z", "1700000000", ""])(
    "refuses %p as a time",
    async (since) => {
      await using app = await createLoopApp();
      const { status, body } = await app.call<{ error: { message: string } }>(
        "GET",
        `/api/home?since=${since}`,
      );
      expect(status).toBe(400);
      expect(body.error.message).toContain("since: must be a time such as");
    },
  );
});
