import { Demo } from "@malamar/contract/demo.ts";
import { Hono } from "hono";
import type { Demo as DemoWorkspace } from "#loop/demo.ts";
import { actorOf } from "./actor-of.ts";
import { describe, type Undescribed } from "./describe.ts";

export function demoRoutes(demo: DemoWorkspace) {
  return new Hono<Undescribed>()
    .post(
      "/api/demo",
      describe({
        permit: { need: "manage", of: "installation" },
        summary:
          "Start the demo, a team at work without a model in its own workspace, or return the running one (200)",
        success: 201,
        returns: Demo,
      }),
      async (c) => {
        const { id, isNew } = await demo.start(actorOf(c));
        return c.json({ workspace_id: id }, isNew ? 201 : 200);
      },
    )
    .delete(
      "/api/demo",
      describe({
        permit: { need: "manage", of: "installation" },
        summary: "End the demo and remove everything it made",
        success: 204,
      }),
      async (c) => {
        await demo.remove(actorOf(c));
        return c.body(null, 204);
      },
    );
}
