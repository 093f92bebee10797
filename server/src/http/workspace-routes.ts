import type { WorkspaceId } from "@malamar/contract/ids.ts";
import { PageQuery } from "@malamar/contract/page.ts";
import {
  CreateWorkspace,
  UpdateWorkspace,
  Workspace,
  WorkspaceBrief,
  WorkspaceSort,
  WorkspaceSummary,
} from "@malamar/contract/workspace.ts";
import { Hono } from "hono";
import { z } from "zod";
import type { WorkspaceService } from "#domain/workspace/workspace-service.ts";
import type { StopFirst } from "#loop/stop-first.ts";
import { actorOf } from "./actor-of.ts";
import { describe, type Undescribed } from "./describe.ts";
import { idOf } from "./id-of.ts";
import { sendPage } from "./send-page.ts";
import { jsonBody, query } from "./validate.ts";

const ListQuery = PageQuery.extend({
  q: z.string().optional(),
  sort: WorkspaceSort.optional(),
});

export function workspaceRoutes(workspaceService: WorkspaceService, stopFirst: StopFirst) {
  return new Hono<Undescribed>()
    .get(
      "/api/workspaces",
      describe({
        permit: { need: "see", of: "installation" },
        summary: "List workspaces, most recently active first",
        success: 200,
        returns: z.array(WorkspaceSummary),
      }),
      query(ListQuery),
      (c) => sendPage(c, workspaceService.list(c.req.valid("query"))),
    )
    .get(
      "/api/workspace-briefs",
      describe({
        permit: { need: "see", of: "installation" },
        summary: "List workspaces in brief: title, pause, and whether a team is working",
        success: 200,
        returns: z.array(WorkspaceBrief),
      }),
      query(PageQuery),
      (c) => sendPage(c, workspaceService.brief(c.req.valid("query"))),
    )
    .post(
      "/api/workspaces",
      describe({
        permit: { need: "manage", of: "installation" },
        summary: "Create a workspace",
        success: 201,
        returns: Workspace,
      }),
      jsonBody(CreateWorkspace),
      async (c) => {
        const created = workspaceService.create(actorOf(c), c.req.valid("json"));
        return c.json(await workspaceService.withWarning(created), 201);
      },
    )
    .get(
      "/api/workspaces/:id",
      describe({
        permit: { need: "see", of: "workspace" },
        summary: "Read a workspace",
        success: 200,
        returns: Workspace,
      }),
      async (c) => {
        const workspace = workspaceService.get(idOf<WorkspaceId>(c));
        return c.json(await workspaceService.withWarning(workspace), 200);
      },
    )
    .put(
      "/api/workspaces/:id",
      describe({
        permit: { need: "manage", of: "workspace" },
        summary: "Change any of a workspace's fields",
        success: 200,
        returns: Workspace,
      }),
      jsonBody(UpdateWorkspace),
      async (c) => {
        const id = idOf<WorkspaceId>(c);
        const updated = workspaceService.update(actorOf(c), id, c.req.valid("json"));
        return c.json(await workspaceService.withWarning(updated), 200);
      },
    )
    .delete(
      "/api/workspaces/:id",
      describe({
        permit: { need: "manage", of: "workspace" },
        summary: "Stop all runs of a workspace and delete it with everything in it",
        success: 204,
      }),
      async (c) => {
        await stopFirst.removeWorkspace(actorOf(c), idOf<WorkspaceId>(c));
        return c.body(null, 204);
      },
    );
}
