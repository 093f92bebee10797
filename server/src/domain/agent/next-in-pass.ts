import type { Agent } from "@malamar/contract/agent.ts";
import type { AgentId } from "@malamar/contract/ids.ts";

/**
 * Whose turn it is: the first one behind the agent that was served last, wherever that one stands in
 * the team by now; behind the others that were served, if it is gone. Nobody has two turns in a pass.
 */
export function nextInPass<Member extends Pick<Agent, "id" | "order">>(
  team: readonly Member[],
  served: readonly AgentId[],
): Member | undefined {
  const last = team.find(({ id }) => id === served.at(-1));
  const others = team.filter(({ id }) => served.includes(id));
  const place = last?.order ?? Math.max(0, ...others.map(({ order }) => order));
  return team.find(({ id, order }) => order > place && !served.includes(id));
}
