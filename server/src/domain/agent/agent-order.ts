import type { AgentId } from "@malamar/contract/ids.ts";

/** Why a list of ids is not a valid new order of the team, or null if it is. */
export function reorderProblem(
  team: readonly AgentId[],
  wanted: readonly AgentId[],
): string | null {
  const members = new Set(team);
  const seen = new Set<AgentId>();
  for (const id of wanted) {
    if (!members.has(id)) return `${id} is not an agent of this workspace`;
    if (seen.has(id)) return `${id} is listed twice`;
    seen.add(id);
  }
  const missing = team.filter((id) => !seen.has(id));
  return missing.length > 0 ? `must list every agent; missing: ${missing.join(", ")}` : null;
}
