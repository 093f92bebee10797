import type { WorkspaceId } from "@malamar/contract/ids.ts";
import { WorkspaceFile } from "@malamar/contract/workspace-file.ts";
import { Workspace } from "@malamar/contract/workspace.ts";
import { Hono } from "hono";
import { exportName, type WorkspaceExport } from "#domain/workspace-file/export-workspace.ts";
import type { ImportWorkspace } from "#domain/workspace-file/import-workspace.ts";
import { readWorkspaceFile } from "#domain/workspace-file/read-workspace-file.ts";
import type { WorkspaceService } from "#domain/workspace/workspace-service.ts";
import { actorOf } from "./actor-of.ts";
import { describe, type Undescribed } from "./describe.ts";
import { idOf } from "./id-of.ts";
import { jsonBody } from "./validate.ts";

export interface WorkspaceFileDeps {
  workspaceService: WorkspaceService;
  exportWorkspace: (id: WorkspaceId) => WorkspaceExport;
  importWorkspace: ImportWorkspace;
}

export function workspaceFileRoutes(deps: WorkspaceFileDeps) {
  return new Hono<Undescribed>()
    .get(
      "/api/workspaces/:id/export",
      describe({
        permit: { need: "manage", of: "workspace" },
        summary: "Download a workspace as one readable file, without runs and secrets",
        success: 200,
        returns: WorkspaceFile,
      }),
      (c) => {
        const { id, title } = deps.workspaceService.get(idOf<WorkspaceId>(c));
        const headers = {
          "Content-Type": "application/json; charset=utf-8",
          "Content-Disposition": attachment(`${exportName(title)}.json`),
        };
        if (c.req.method === "HEAD") return c.body(null, 200, headers);
        return c.body(streamed(deps.exportWorkspace(id)), 200, headers);
      },
    )
    .post(
      "/api/import",
      describe({
        permit: { need: "manage", of: "installation" },
        summary:
          "Create a workspace from an exported file. Nothing in it starts on its own. For files over 16 MiB, use the command malamar import",
        success: 201,
        returns: Workspace,
      }),
      jsonBody(WorkspaceFile, readWorkspaceFile),
      async (c) => {
        const { workspaceService, importWorkspace } = deps;
        const imported = workspaceService.get(importWorkspace(actorOf(c), c.req.valid("json")));
        return c.json(await workspaceService.withWarning(imported), 201);
      },
    );
}

/** Old programs read the plain name, new ones the name with all its letters. */
function attachment(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]/g, "_");
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}

/** Read as fast as it is taken, with a turn for other requests between two pieces. */
function streamed({ chunks, close }: WorkspaceExport): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await new Promise(setImmediate);
        try {
          const { value, done } = chunks.next();
          if (!done) return controller.enqueue(encoder.encode(value));
          close();
          controller.close();
        } catch (error) {
          close();
          throw error;
        }
      },
      cancel: close,
    },
    { highWaterMark: 1 },
  );
}
