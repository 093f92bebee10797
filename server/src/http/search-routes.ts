import { SearchQuery, SearchResult } from "@malamar/contract/search.ts";
import { Hono } from "hono";
import { z } from "zod";
import type { Search } from "#domain/search/search.ts";
import { describe, type Undescribed } from "./describe.ts";
import { query } from "./validate.ts";

export function searchRoutes(search: Search) {
  return new Hono<Undescribed>().get(
    "/api/search",
    describe({
      permit: { need: "see", of: "installation" },
      summary:
        "Find workspaces, tasks and chats by a part of their title, the newest of each first, and tasks by their number such as #12; at most 20 of each",
      success: 200,
      returns: z.array(SearchResult),
    }),
    query(SearchQuery),
    (c) => c.json(search(c.req.valid("query").q), 200),
  );
}
