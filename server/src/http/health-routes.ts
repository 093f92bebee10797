import { CliHealth, RefreshCliHealth } from "@malamar/contract/cli.ts";
import { Health } from "@malamar/contract/health.ts";
import { Hono } from "hono";
import { z } from "zod";
import type { Actor } from "#domain/actor/actor.ts";
import type { CliHealthMonitor } from "#engines/cli/cli-health.ts";
import { actorOf } from "./actor-of.ts";
import { describe, type Undescribed } from "./describe.ts";
import { optionalJsonBody } from "./validate.ts";

interface Deps {
  cliHealth: CliHealthMonitor;
  /** Lets tasks that wait for an engine try again. */
  tryEngines: (actor: Actor) => void;
  version: string;
}

export function healthRoutes({ cliHealth, tryEngines, version }: Deps) {
  return new Hono<Undescribed>()
    .get(
      "/api/health",
      describe({
        permit: { need: "anyone", of: "installation" },
        summary: "Whether Malamar is up",
        success: 200,
        returns: Health,
      }),
      (c) => c.json({ status: "ok", version } as const, 200),
    )
    .get(
      "/api/health/cli",
      describe({
        permit: { need: "see", of: "installation" },
        summary: "What the last check of each CLI found",
        success: 200,
        returns: z.array(CliHealth),
      }),
      async (c) => c.json(await cliHealth.current(), 200),
    )
    .post(
      "/api/health/cli/refresh",
      describe({
        permit: { need: "admin", of: "installation" },
        summary: "Check each CLI now; a deep check asks its model for an answer",
        success: 200,
        returns: z.array(CliHealth),
      }),
      optionalJsonBody(RefreshCliHealth),
      async (c) => {
        const { deep, cli_type } = c.req.valid("json");
        const found = await (deep ? cliHealth.deepCheck(cli_type) : cliHealth.recheck());
        tryEngines(actorOf(c));
        return c.json(found, 200);
      },
    );
}
