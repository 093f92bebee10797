import type { AgentId } from "@malamar/contract/ids.ts";

/**
 * Agents that people have asked, one pass each, whoever was asked first: the one that is queued, and
 * those behind it. Nobody stands in it twice.
 */
export function askedLine(
  queued: AgentId | null,
  behind: readonly AgentId[],
  asked: AgentId,
): [first: AgentId, ...behind: AgentId[]] {
  const line = [...(queued === null ? behind : [queued, ...behind]), asked];
  const [first = asked, ...others] = new Set(line);
  return [first, ...others];
}
