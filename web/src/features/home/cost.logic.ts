import type { AgentCost, WorkspaceCost } from "@malamar/contract/home.ts";
import { counted, dollars } from "#lib/format.ts";

type Cost = Pick<AgentCost, "cost_usd" | "run_count" | "unpriced_run_count">;

/** The label of a bar. A plus means that some costs are unknown. */
export function costText({ cost_usd, run_count, unpriced_run_count }: Cost): string {
  if (unpriced_run_count === run_count) return counted(run_count, "run");
  return `${dollars(cost_usd)}${unpriced_run_count > 0 ? "+" : ""}`;
}

/** The bar's length in percent of the longest. Any cost gets a visible bar. */
export function barPercent(cost: Cost, all: readonly Cost[]): number {
  const most = Math.max(...all.map(({ cost_usd }) => cost_usd));
  if (most === 0) return 0;
  return cost.cost_usd === 0 ? 0 : Math.max(2, Math.round((cost.cost_usd / most) * 100));
}

export function costKey(cost: WorkspaceCost | AgentCost): string {
  return "name" in cost ? `${cost.workspace_id} ${cost.agent_id ?? cost.name}` : cost.workspace_id;
}
