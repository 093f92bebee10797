import type { HomeRunning } from "@malamar/contract/home.ts";
import type { AgentId } from "@malamar/contract/ids.ts";
import { duration } from "#lib/format.ts";

const MINUTE_MS = 60_000;

/** The agent at work, or the team as a whole between two agents. */
export function agentAtWork({
  team,
  current_agent_name,
}: Pick<HomeRunning, "team" | "current_agent_name">): { id: AgentId | null; name: string } {
  const running = team.find(({ outcome }) => outcome === "running");
  return { id: running?.agent_id ?? null, name: running?.name ?? current_agent_name ?? "Team" };
}

/** "just started", then "5 min": the page's clock ticks once a minute. */
export function workingFor(since: string, now: Date): string {
  const ms = now.getTime() - Date.parse(since);
  return ms < MINUTE_MS ? "just started" : duration(ms);
}
