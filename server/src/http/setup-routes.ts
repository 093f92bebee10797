import type { WorkspaceId } from "@malamar/contract/ids.ts";
import { TrySetup } from "@malamar/contract/setup-trial.ts";
import { Hono } from "hono";
import type { WorkspaceService } from "#domain/workspace/workspace-service.ts";
import { givenFields } from "#lib/given-fields.ts";
import type { SetupTrials } from "#repository/setup-trials.ts";
import { describe, type Undescribed } from "./describe.ts";
import { idOf } from "./id-of.ts";
import { requirePerson } from "./person-only.ts";
import type { SetupTrialStreams } from "./setup-trial-stream.ts";
import { jsonBody } from "./validate.ts";

interface Deps {
  workspaceService: Pick<WorkspaceService, "get">;
  setupTrials: Pick<SetupTrials, "begin">;
  setupTrialStreams: SetupTrialStreams;
}

export function setupRoutes({ workspaceService, setupTrials, setupTrialStreams }: Deps) {
  return new Hono<Undescribed>().post(
    "/api/workspaces/:id/setup",
    describe({
      permit: { need: "manage", of: "workspace" },
      summary:
        "Try a setup command in a temporary worktree, for as long as the client listens; for people: tokens and keys are refused",
      success: 200,
      returns: "text/event-stream",
    }),
    jsonBody(TrySetup),
    async (c) => {
      requirePerson(
        c,
        "Only a person who is logged in can try a setup command. A script can save it.",
      );
      const workspace = workspaceService.get(idOf<WorkspaceId>(c));
      const { setup_command, ...settings } = c.req.valid("json");
      const trial = await setupTrials.begin(
        { ...workspace, ...givenFields(settings) },
        setup_command,
      );
      // Nobody would read the stream, or end it.
      if (c.req.raw.signal.aborted) trial.stop();
      c.env.limitIdle(0);
      return setupTrialStreams.open(trial, c.env.sessionId);
    },
  );
}
