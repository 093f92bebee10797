import { Home, HomeQuery } from "@malamar/contract/home.ts";
import { Hono } from "hono";
import type { ReadHome } from "#domain/home/home.ts";
import { describe, type Undescribed } from "./describe.ts";
import { query } from "./validate.ts";

export function homeRoutes(readHome: ReadHome) {
  return new Hono<Undescribed>().get(
    "/api/home",
    describe({
      permit: { need: "see", of: "installation" },
      summary:
        "The whole home page: what happened since a time (the last 12 hours if none is given), what waits for you, what is running, the workspaces, and the costs of 7 days",
      success: 200,
      returns: Home,
    }),
    query(HomeQuery),
    (c) => c.json(readHome(c.req.valid("query").since), 200),
  );
}
