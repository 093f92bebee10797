import { Login, Session as SessionState } from "@malamar/contract/session.ts";
import { Hono } from "hono";
import { requestScheme, type AccessPolicy } from "./access.ts";
import type { RequestEnv } from "./api.ts";
import { describe } from "./describe.ts";
import type { Session } from "./session.ts";
import { jsonBody } from "./validate.ts";

export const LOGIN_PATH = "/api/login";

export function sessionRoutes(session: Session, policy: AccessPolicy) {
  return new Hono<RequestEnv>()
    .get(
      "/api/session",
      describe({
        permit: { need: "anyone", of: "installation" },
        summary: "Whether a token is asked for, and where Malamar keeps its own",
        success: 200,
        returns: SessionState,
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
      (c) => {
        const scheme = requestScheme(c.req.raw.headers, policy);
        const cookie = session.login(c.req.valid("json").token, c.env.address(), scheme);
        if (cookie !== null) c.header("Set-Cookie", cookie);
        return c.body(null, 204);
      },
    )
    .post(
      "/api/logout",
      describe({
        permit: { need: "anyone", of: "installation" },
        summary: "Forget the cookie of this browser",
        success: 204,
      }),
      (c) => {
        c.header("Set-Cookie", session.logout(requestScheme(c.req.raw.headers, policy)));
        return c.body(null, 204);
      },
    );
}
