import type { AgentId } from "@malamar/contract/ids.ts";

/** Why a list of ids is not a new order of the team, or null when it is one. */
export function reorderProblem(
  team: readonly AgentId[],
  wanted: readonly AgentId[],
): string | null {
  const repeated = wanted.find((id, at) => wanted.indexOf(id) !== at);
  if (repeated !== undefined) return `${repeated} is listed twice`;
  const stranger = wanted.find((id) => !team.includes(id));
  if (stranger !== undefined) return `${stranger} is not an agent of this workspace`;
  const missing = team.filter((id) => !wanted.includes(id));
  if (missing.length > 0) return `must list every agent; missing: ${missing.join(", ")}`;
  return null;
}
