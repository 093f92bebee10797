import { expect, test } from "bun:test";
import type { AgentId, WorkspaceId } from "@malamar/contract/ids.ts";
import { newId } from "#lib/id.ts";
import { costsOf } from "./costs.ts";
import type { AgentUsage } from "./home-store.ts";

const shop = newId<WorkspaceId>();

const used = (name: string, cost_usd: number, fields: Partial<AgentUsage> = {}): AgentUsage => ({
  workspace_id: shop,
  workspace_title: "Shop",
  agent_id: newId<AgentId>(),
  name,
  cost_usd,
  run_count: 1,
  unpriced_run_count: 0,
  ...fields,
});

test("agents and workspaces are added up, the most expensive first", () => {
  const blog = { workspace_id: newId<WorkspaceId>(), workspace_title: "Blog" };
  const costs = costsOf([used("Planner", 1), used("Coder", 3), used("Writer", 5, blog)]);
  expect(costs).toMatchObject({ cost_usd: 9, run_count: 3, unpriced_run_count: 0 });
  expect(costs.workspaces.map(({ title, cost_usd }) => [title, cost_usd])).toEqual([
    ["Blog", 5],
    ["Shop", 4],
  ]);
  expect(costs.agents.map(({ name }) => name)).toEqual(["Writer", "Coder", "Planner"]);
});

test("without any cost, the one with the most runs comes first", () => {
  const free = { cost_usd: 0, unpriced_run_count: 1 };
  const costs = costsOf([used("Planner", 0, free), used("Coder", 0, { ...free, run_count: 7 })]);
  expect(costs.agents.map(({ name }) => name)).toEqual(["Coder", "Planner"]);
  expect(costs.unpriced_run_count).toBe(2);
});

test("the Malamar agent has no id, and of many only the most expensive are named", () => {
  const costs = costsOf(
    Array.from({ length: 20 }, (_, at) => used(`A${at}`, at, { agent_id: "" })),
  );
  expect(costs.agents.map(({ name }) => name)).toEqual(
    [19, 18, 17, 16, 15, 14, 13, 12].map((at) => `A${at}`),
  );
  expect(costs.agents[0]!.agent_id).toBe(null);
  expect(costs.cost_usd).toBe(190);
});
