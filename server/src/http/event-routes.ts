import { ChatId, RunId, TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import { Hono } from "hono";
import { z } from "zod";
import { describe, type Undescribed } from "./describe.ts";
import type { EventPlace } from "./event-place.ts";
import type { EventStream } from "./event-stream.ts";
import type { RequireStreamPlace } from "./stream-limit.ts";
import { query } from "./validate.ts";

/** More than the open tabs of one browser show at once. */
const MAX_RUNS = 50;

/** A browser's own reconnect sends a header; a page that opens a new stream has only the address. */
const StreamQuery = z.object({
  last_event_id: z.string().optional(),
  runs: z
    .string()
    .refine((runs) => runIds(runs).length <= MAX_RUNS, `must be at most ${MAX_RUNS} runs`)
    .optional(),
  workspace_id: WorkspaceId.optional(),
  task_id: TaskId.optional(),
  chat_id: ChatId.optional(),
});

interface Deps {
  events: EventStream;
  requireStreamPlace: RequireStreamPlace;
  /** Throws for a place that does not exist. */
  requirePlace: (place: EventPlace) => void;
}

export function eventRoutes({ events, requireStreamPlace, requirePlace }: Deps) {
  return new Hono<Undescribed>().get(
    "/api/events",
    describe({
      permit: { need: "see", of: "installation" },
      summary:
        "Everything that happens, as it happens; with workspace_id, task_id or chat_id only the events that match all of them, and 404 if one of them does not exist",
      success: 200,
      returns: "text/event-stream",
    }),
    query(StreamQuery),
    (c) => {
      const { last_event_id, runs, ...place } = c.req.valid("query");
      const isNarrowed = Object.keys(place).length > 0;
      if (isNarrowed) requirePlace(place);
      if (c.req.method === "HEAD")
        return c.body(null, 200, { "Content-Type": "text/event-stream" });
      requireStreamPlace();
      // The stream keeps only these, not the whole request. Its heartbeats come often enough for a
      // client that reads; the connection of one that does not ends like any silent one.
      return events.open({
        lastEventId: c.req.header("last-event-id") ?? last_event_id,
        runs: runs === undefined ? [] : runIds(runs),
        sessionId: c.env.sessionId,
        place: isNarrowed ? place : null,
      });
    },
  );
}

/** The ids in a comma-separated list, each once; anything that cannot be an id is ignored. */
function runIds(list: string): RunId[] {
  return [...new Set(list.split(","))].flatMap((id) => RunId.safeParse(id).data ?? []);
}
