import { Restored } from "@malamar/contract/restored.ts";
import { Hono } from "hono";
import type { RestoredService } from "#domain/settings/restored-service.ts";
import { actorOf } from "./actor-of.ts";
import { describe, type Undescribed } from "./describe.ts";

export function restoredRoutes(restoredService: RestoredService) {
  return new Hono<Undescribed>()
    .get(
      "/api/restored",
      describe({
        permit: { need: "see", of: "installation" },
        summary: "What a backup from another installation contains, switched off for now",
        success: 200,
        returns: Restored,
      }),
      (c) => c.json(restoredService.read(), 200),
    )
    .post(
      "/api/restored/confirm",
      describe({
        permit: { need: "admin", of: "installation" },
        summary: "Switch on what the backup contains, and end the pause",
        success: 200,
        returns: Restored,
      }),
      (c) => c.json(restoredService.confirm(actorOf(c)), 200),
    )
    .post(
      "/api/restored/discard",
      describe({
        permit: { need: "admin", of: "installation" },
        summary: "Discard what the backup contains; Malamar stays paused",
        success: 200,
        returns: Restored,
      }),
      (c) => c.json(restoredService.discard(actorOf(c)), 200),
    );
}
