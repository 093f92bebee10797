import type { KeptWorkId, WorkspaceId, WorktreeId } from "@malamar/contract/ids.ts";
import {
  IgnoredFiles,
  KeptWork,
  RemoveWorktree,
  RestoreKept,
  Worktrees,
} from "@malamar/contract/worktree.ts";
import { Hono } from "hono";
import { z } from "zod";
import type { WorkspaceService } from "#domain/workspace/workspace-service.ts";
import type { KeptWorkService } from "#repository/kept-work.ts";
import type { WorktreeList } from "#repository/worktree-list.ts";
import { actorOf } from "./actor-of.ts";
import { describe, type Undescribed } from "./describe.ts";
import { idOf } from "./id-of.ts";
import { jsonBody, optionalJsonBody } from "./validate.ts";

interface Deps {
  workspaceService: Pick<WorkspaceService, "get">;
  worktreeList: WorktreeList;
  keptWork: Pick<KeptWorkService, "ofWorkspace" | "ofDeletedWorkspaces" | "restore">;
}

export function worktreeRoutes({ workspaceService, worktreeList, keptWork }: Deps) {
  return new Hono<Undescribed>()
    .get(
      "/api/workspaces/:id/worktrees",
      describe({
        permit: { need: "see", of: "workspace" },
        summary: "List the worktrees of a workspace's tasks, and the space they take",
        success: 200,
        returns: Worktrees,
      }),
      (c) => {
        const { id } = workspaceService.get(idOf<WorkspaceId>(c));
        return c.json(worktreeList.ofWorkspace(id), 200);
      },
    )
    .get(
      "/api/deleted-workspaces/worktrees",
      describe({
        permit: { need: "admin", of: "installation" },
        summary: "List the worktrees that are left of deleted workspaces, and the space they take",
        success: 200,
        returns: Worktrees,
      }),
      (c) => c.json(worktreeList.ofDeletedWorkspaces(), 200),
    )
    .get(
      "/api/worktrees/:id/ignored",
      describe({
        permit: { need: "see", of: "worktree" },
        summary: "Measure the files of a worktree that Git ignores, which are deleted with it",
        success: 200,
        returns: IgnoredFiles,
      }),
      async (c) =>
        c.json(await worktreeList.ignoredFiles(idOf<WorktreeId>(c), c.req.raw.signal), 200),
    )
    .delete(
      "/api/worktrees/:id",
      describe({
        permit: { need: "work", of: "worktree" },
        summary:
          "Remove the worktree of a Done or deleted task now; work that is not on a branch is kept",
        success: 204,
      }),
      optionalJsonBody(RemoveWorktree),
      async (c) => {
        const { confirmed } = c.req.valid("json");
        await worktreeList.removeNow(actorOf(c), idOf<WorktreeId>(c), confirmed);
        return c.body(null, 204);
      },
    )
    .get(
      "/api/workspaces/:id/kept",
      describe({
        permit: { need: "see", of: "workspace" },
        summary: "List the kept work of removed worktrees, newest first",
        success: 200,
        returns: z.array(KeptWork),
      }),
      (c) => {
        const { id } = workspaceService.get(idOf<WorkspaceId>(c));
        return c.json(keptWork.ofWorkspace(id), 200);
      },
    )
    .get(
      "/api/deleted-workspaces/kept",
      describe({
        permit: { need: "admin", of: "installation" },
        summary: "List the kept work of deleted workspaces, newest first",
        success: 200,
        returns: z.array(KeptWork),
      }),
      (c) => c.json(keptWork.ofDeletedWorkspaces(), 200),
    )
    .post(
      "/api/kept/:id/restore",
      describe({
        permit: { need: "work", of: "kept" },
        summary: "Restore kept work as a new branch in its repository",
        success: 200,
        returns: KeptWork,
      }),
      jsonBody(RestoreKept),
      async (c) =>
        c.json(await keptWork.restore(idOf<KeptWorkId>(c), c.req.valid("json").branch), 200),
    );
}
