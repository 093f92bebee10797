import type { AgentId } from "@malamar/contract/ids.ts";

/**
 * Agents that people have asked, one pass each, in the order of the questions: the queued one, and
 * those after it. No agent is in it twice.
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
