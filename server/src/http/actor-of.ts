import type { Context } from "hono";
import type { User } from "#domain/actor/actor.ts";
import { isFromBrowser } from "./access.ts";
import type { RequestEnv } from "./api.ts";
import { userActor } from "./principal.ts";

/** Who sent the request, for the service that it calls. */
export function actorOf(c: Context<RequestEnv>): User {
  return userActor(c.env.principal, isFromBrowser(c.req.raw.headers) ? "page" : "api");
}
