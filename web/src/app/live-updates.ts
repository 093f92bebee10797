import type { ServerEvent } from "@malamar/contract/event.ts";
import { useQueryClient, type Query } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { cliHealthQueries } from "#features/cli-health/queries.ts";
import { homeQueries } from "#features/home/queries.ts";
import { showEvent } from "#features/tasks/lists/task-lists.ts";
import { showMove } from "#features/workspaces/rail-list.ts";
import type { Connection } from "#lib/connection.ts";
import { joinEventHub } from "#lib/event-hub.ts";
import { changesHome } from "./home-updates.logic.ts";
import { staleKeys } from "./live-updates.logic.ts";
import { createRefresher } from "./refresher.ts";

/**
 * Keeps the shown data up to date while the page is open, passes events on, and reports the
 * connection's state.
 */
export function useLiveUpdates(onEvent: (event: ServerEvent) => void): Connection {
  const queryClient = useQueryClient();
  const [isOffline, setIsOffline] = useState(false);
  const [isUpdated, setIsUpdated] = useState(false);
  const passOn = useEffectEvent(onEvent);

  useEffect(() => {
    const refresher = createRefresher(queryClient);
    let firstVersion: string | null = null;
    return joinEventHub({
      onEvent: (event, id) => {
        if (event.type === "cli.health_changed") {
          refresher.set(cliHealthQueries.list().queryKey, event.clis);
        }
        if ("task_id" in event) refresher.refresh(showEvent(queryClient, event, id));
        refresher.refresh(showMove(queryClient, event, id));
        refresher.refresh(staleKeys(event));
        if (changesHome(event)) refresher.refresh([homeQueries.all()]);
        passOn(event);
      },
      onMissed: () => refresher.refreshAll(),
      onHello: ({ version }) => {
        firstVersion ??= version;
        setIsUpdated(version !== firstVersion);
      },
      onOnline: (isOnline) => {
        setIsOffline(!isOnline);
        // The stream resumes where it broke off or asks for a resync, so only failed queries are
        // fetched again.
        if (isOnline) void queryClient.refetchQueries({ type: "active", predicate: hasFailed });
        // If there is a reason such as an expired login, one ordinary request is enough to find
        // out.
        else refresher.refresh([cliHealthQueries.list().queryKey]);
      },
    });
  }, [queryClient]);

  return { isOffline, isUpdated };
}

function hasFailed({ state }: Query): boolean {
  return state.status === "error" || state.fetchFailureCount > 0;
}
