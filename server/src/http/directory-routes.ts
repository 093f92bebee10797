import { Directory, DirectoryQuery } from "@malamar/contract/directory.ts";
import { Hono, type Context } from "hono";
import type { Directories } from "#domain/workspace/directories.ts";
import { AppError } from "#lib/app-error.ts";
import type { RequestEnv } from "./api.ts";
import { describe, type Undescribed } from "./describe.ts";
import { query } from "./validate.ts";

export function directoryRoutes(directories: Directories) {
  return new Hono<Undescribed>().get(
    "/api/directories",
    describe({
      permit: { need: "manage", of: "installation" },
      summary:
        "What a path is and which directories it may become, for people: a token or a key is refused",
      success: 200,
      returns: Directory,
    }),
    query(DirectoryQuery),
    async (c) => {
      requirePerson(c);
      return c.json(await directories(c.req.valid("query").path), 200);
    },
  );
}

/** A token or a key may run a team, but that is no reason to let it look around on the disk. */
function requirePerson(c: Context<RequestEnv>): void {
  if (!c.req.raw.headers.has("authorization")) return;
  throw new AppError(
    "FORBIDDEN",
    "Only a person who is logged in can browse directories. A script has to know the path.",
  );
}
