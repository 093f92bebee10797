import { RepositoryFacts, RepositoryQuery } from "@malamar/contract/repository.ts";
import { Hono } from "hono";
import { describe, type Undescribed } from "./describe.ts";
import { NO_LOOKING_AROUND, requirePerson } from "./person-only.ts";
import { query } from "./validate.ts";

export type ReadRepository = (path: string) => Promise<RepositoryFacts>;

export function repositoryRoutes(readRepository: ReadRepository) {
  return new Hono<Undescribed>().get(
    "/api/repository",
    describe({
      permit: { need: "manage", of: "installation" },
      summary:
        "Describe the repository at a path, and any reason why tasks cannot work there; for people: tokens and keys are refused",
      success: 200,
      returns: RepositoryFacts,
    }),
    query(RepositoryQuery),
    async (c) => {
      requirePerson(c, NO_LOOKING_AROUND);
      return c.json(await readRepository(c.req.valid("query").path), 200);
    },
  );
}
