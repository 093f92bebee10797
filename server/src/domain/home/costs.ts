import type { AgentCost, Home, WorkspaceCost } from "@malamar/contract/home.ts";
import type { AgentUsage } from "./home-store.ts";

type Cost = Pick<AgentCost, "cost_usd" | "run_count" | "unpriced_run_count">;

const NOTHING: Cost = { cost_usd: 0, run_count: 0, unpriced_run_count: 0 };

/** More bars say less. */
const MOST_BARS = 8;

/** What each one has cost, the most expensive first, and the total. */
export function costsOf(usage: readonly AgentUsage[]): Home["costs"] {
  const workspaces = new Map<string, WorkspaceCost>();
  for (const used of usage) {
    const { workspace_id, workspace_title: title } = used;
    const before = workspaces.get(workspace_id) ?? { workspace_id, title, ...NOTHING };
    workspaces.set(workspace_id, { ...before, ...sum(before, used) });
  }
  const agents = usage.map(({ agent_id, ...used }) => ({ ...used, agent_id: agent_id || null }));
  return {
    ...usage.reduce(sum, NOTHING),
    workspaces: dearest([...workspaces.values()]),
    agents: dearest(agents),
  };
}

function sum(one: Cost, other: Cost): Cost {
  return {
    cost_usd: one.cost_usd + other.cost_usd,
    run_count: one.run_count + other.run_count,
    unpriced_run_count: one.unpriced_run_count + other.unpriced_run_count,
  };
}

/** Where no cost is known, those with the most runs come first. */
function dearest<Row extends Cost>(rows: readonly Row[]): Row[] {
  return rows
    .toSorted((a, b) => b.cost_usd - a.cost_usd || b.run_count - a.run_count)
    .slice(0, MOST_BARS);
}
