import type { ServerEvent } from "@malamar/contract/event.ts";
import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { eventPosition } from "#lib/event-position.logic.ts";
import { workspaceQueries } from "./queries.ts";
import { afterMove, moreInProgress } from "./rail-list.logic.ts";

/** Shows where a team starts or stops. Returns the key of the list if it must be fetched again. */
export function showMove(client: QueryClient, event: ServerEvent, id: string | null): QueryKey[] {
  const { queryKey } = workspaceQueries.rail();
  if (moreInProgress(event) === 0) return [];
  // The response may have been made before the move.
  if (client.isFetching({ queryKey }) > 0) return [queryKey];
  client.setQueryData(queryKey, (list) => list && afterMove(list, event, eventPosition(id)));
  return [];
}
