import { Directory, DirectoryQuery } from "@malamar/contract/directory.ts";
import { Hono } from "hono";
import type { Directories } from "#domain/workspace/directories.ts";
import { describe, type Undescribed } from "./describe.ts";
import { NO_LOOKING_AROUND, requirePerson } from "./person-only.ts";
import { query } from "./validate.ts";

export function directoryRoutes(directories: Directories) {
  return new Hono<Undescribed>().get(
    "/api/directories",
    describe({
      permit: { need: "manage", of: "installation" },
      summary:
        "Describe a path and list the directories that complete it; for people: tokens and keys are refused",
      success: 200,
      returns: Directory,
    }),
    query(DirectoryQuery),
    async (c) => {
      requirePerson(c, NO_LOOKING_AROUND);
      return c.json(await directories(c.req.valid("query").path), 200);
    },
  );
}
