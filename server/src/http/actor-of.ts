import type { Context } from "hono";
import type { Actor } from "#domain/actor/actor.ts";
import { isFromBrowser } from "./access.ts";
import type { RequestEnv } from "./api.ts";
import { userActor } from "./principal.ts";

/** Whoever sent the request, for the service that it calls. */
export function actorOf(c: Context<RequestEnv>): Actor {
  return userActor(c.env.principal, isFromBrowser(c.req.raw.headers) ? "page" : "api");
}
