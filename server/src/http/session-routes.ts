import type { SessionId } from "@malamar/contract/ids.ts";
import { Login, LoginSession, TokenState } from "@malamar/contract/session.ts";
import { Hono } from "hono";
import { z } from "zod";
import type { SessionService } from "#domain/session/session-service.ts";
import { requestScheme, type AccessPolicy } from "./access.ts";
import { actorOf } from "./actor-of.ts";
import { describe, type Undescribed } from "./describe.ts";
import { idOf } from "./id-of.ts";
import type { Session } from "./session.ts";
import { jsonBody } from "./validate.ts";

export const LOGIN_PATH = "/api/login";

/** Everyone sees and ends only their own sessions, so these routes need no right. */
export function sessionRoutes(
  session: Session,
  sessionService: SessionService,
  policy: AccessPolicy,
) {
  return new Hono<Undescribed>()
    .get(
      "/api/session",
      describe({
        permit: { need: "anyone", of: "installation" },
        summary: "Whether a token is required, and where Malamar keeps its own",
        success: 200,
        returns: TokenState,
      }),
      (c) => c.json(session.about, 200),
    )
    .post(
      LOGIN_PATH,
      describe({
        permit: { need: "anyone", of: "installation" },
        summary: "Exchange the token for a cookie",
        success: 204,
      }),
      jsonBody(Login),
      async (c) => {
        const { headers } = c.req.raw;
        const cookie = await session.login({
          token: c.req.valid("json").token,
          headers,
          address: c.env.address(),
          scheme: requestScheme(headers, policy),
        });
        if (cookie !== null) c.header("Set-Cookie", cookie);
        return c.body(null, 204);
      },
    )
    .post(
      "/api/logout",
      describe({
        permit: { need: "anyone", of: "installation" },
        summary: "End the session of this browser",
        success: 204,
      }),
      (c) => {
        c.header("Set-Cookie", session.logout(c.env, requestScheme(c.req.raw.headers, policy)));
        return c.body(null, 204);
      },
    )
    .get(
      "/api/sessions",
      describe({
        permit: { need: "anyone", of: "installation" },
        summary: "List the browsers that are logged in, most recently seen first",
        success: 200,
        returns: z.array(LoginSession),
      }),
      (c) => c.json(sessionService.list(c.env.principal.id, c.env.sessionId), 200),
    )
    .delete(
      "/api/sessions",
      describe({
        permit: { need: "anyone", of: "installation" },
        summary: "End every session except this one",
        success: 204,
      }),
      (c) => {
        sessionService.endOthers(actorOf(c), c.env.sessionId);
        return c.body(null, 204);
      },
    )
    .delete(
      "/api/sessions/:id",
      describe({
        permit: { need: "anyone", of: "installation" },
        summary: "End a session",
        success: 204,
      }),
      (c) => {
        sessionService.end(actorOf(c), idOf<SessionId>(c));
        return c.body(null, 204);
      },
    );
}
