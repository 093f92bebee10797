import type { Agent } from "@malamar/contract/agent.ts";
import type { AgentId } from "@malamar/contract/ids.ts";

/**
 * Whose turn it is: the agent after the one that ran last, wherever that one is in the team now; if
 * it was deleted, the one after the others that have run. No agent runs twice in a pass.
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
