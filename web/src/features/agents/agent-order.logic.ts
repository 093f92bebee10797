import type { Agent } from "@malamar/contract/agent.ts";
import type { AgentId } from "@malamar/contract/ids.ts";

/** The ids with one of them moved. Null if that changes nothing. */
export function moved(ids: readonly AgentId[], id: AgentId, toIndex: number): AgentId[] | null {
  const fromIndex = ids.indexOf(id);
  const isInside = toIndex >= 0 && toIndex < ids.length;
  if (fromIndex === -1 || !isInside || fromIndex === toIndex) return null;
  return ids.filter((other) => other !== id).toSpliced(toIndex, 0, id);
}

/** The team in a wished order. Agents added in the meantime go last, deleted ones are skipped. */
export function inOrder(agents: readonly Agent[], ids: readonly AgentId[]): Agent[] {
  const place = new Map(ids.map((id, index) => [id, index]));
  return agents.toSorted(
    (a, b) => (place.get(a.id) ?? ids.length) - (place.get(b.id) ?? ids.length),
  );
}
