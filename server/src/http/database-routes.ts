import { DatabaseState, RescuedDatabase } from "@malamar/contract/database.ts";
import { Hono } from "hono";
import type { Actor } from "#domain/actor/actor.ts";
import { actorOf } from "./actor-of.ts";
import { describe, type Undescribed } from "./describe.ts";

/** What the API needs from the database watch. */
export interface WatchedDatabase {
  state: () => DatabaseState;
  rescue: (actor: Actor) => RescuedDatabase;
  requireWritable: () => void;
  /** Records a failure, and returns what to say about it. */
  note: (error: unknown) => unknown;
}

export function databaseRoutes(database: WatchedDatabase) {
  return new Hono<Undescribed>()
    .get(
      "/api/database",
      describe({
        permit: { need: "see", of: "installation" },
        summary: "Whether the database is in its place and sound",
        success: 200,
        returns: DatabaseState,
      }),
      (c) => c.json(database.state(), 200),
    )
    .post(
      "/api/database/rescue",
      describe({
        permit: { need: "admin", of: "installation", evenUnstored: true },
        summary: "Save the data of a removed or replaced database to a new file next to it",
        success: 201,
        returns: RescuedDatabase,
      }),
      (c) => c.json(database.rescue(actorOf(c)), 201),
    );
}
