import type { ServerEvent, ServerEventType } from "@malamar/contract/event.ts";
import type { QueryKey } from "@tanstack/react-query";
import { agentQueries } from "#features/agents/queries.ts";
import { workspaceQueries } from "#features/workspaces/queries.ts";

type EventOf<T extends ServerEventType> = Extract<ServerEvent, { type: T }>;
type StaleTable = { [T in ServerEventType]: (event: EventOf<T>) => readonly QueryKey[] };

/** What each event makes stale. An event without a row here does not compile. */
const staleAfter: StaleTable = {
  "workspace.created": () => [workspaceQueries.lists()],
  "workspace.updated": (event) => [
    workspaceQueries.lists(),
    workspaceQueries.detail(event.workspace_id).queryKey,
  ],
  "workspace.deleted": (event) => [
    workspaceQueries.lists(),
    workspaceQueries.detail(event.workspace_id).queryKey,
    agentQueries.team(event.workspace_id).queryKey,
  ],
  "agent.created": (event) => teamChanged(event.workspace_id),
  "agent.updated": (event) => teamChanged(event.workspace_id),
  "agent.deleted": (event) => teamChanged(event.workspace_id),
  "agent.reordered": (event) => teamChanged(event.workspace_id),
  // No page shows single tasks yet; the lists show how many there are and when something last happened.
  "task.created": () => [workspaceQueries.lists()],
  "task.updated": () => [],
  "task.deleted": () => [workspaceQueries.lists()],
  "task.status_changed": () => [workspaceQueries.lists()],
  "task.comment_added": () => [workspaceQueries.lists()],
  "task.error_occurred": () => [workspaceQueries.lists()],
  "agent.execution_started": () => [workspaceQueries.lists()],
  "agent.execution_finished": () => [workspaceQueries.lists()],
  // No page shows settings yet.
  "settings.updated": () => [],
  // It carries the whole list, which goes straight into the cache (live-updates.ts).
  "cli.health_changed": () => [],
};

export function staleKeys(event: ServerEvent): readonly QueryKey[] {
  // The row of an event's own type takes that event; TypeScript cannot follow the pair through the union.
  const keysOf = staleAfter[event.type] as (event: ServerEvent) => readonly QueryKey[];
  return keysOf(event);
}

/** The team, and the lists, which show how many agents there are and when something last happened. */
function teamChanged(workspaceId: EventOf<"agent.created">["workspace_id"]): readonly QueryKey[] {
  return [agentQueries.team(workspaceId).queryKey, workspaceQueries.lists()];
}
