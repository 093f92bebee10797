import type { Agent } from "@malamar/contract/agent.ts";
import type { WorkspaceId } from "@malamar/contract/ids.ts";
import type { ReadyTeamId } from "@malamar/contract/ready-team.ts";
import { SYSTEM, type Actor } from "#domain/actor/actor.ts";
import type { AgentService } from "#domain/agent/agent-service.ts";
import type { WorkspaceService } from "#domain/workspace/workspace-service.ts";
import type { UnitOfWork } from "#events/unit-of-work.ts";
import { AppError } from "#lib/app-error.ts";
import { INSTRUCTIONS } from "./ready-teams.ts";

interface Deps {
  unit: UnitOfWork;
  workspaceService: WorkspaceService;
  agentService: AgentService;
}

/**
 * A team that works as is, for a workspace that has none. The team's rules become the workspace's
 * instruction, unless it already has one.
 */
export function createSampleTeam({ unit, workspaceService, agentService }: Deps) {
  return (actor: Actor, id: WorkspaceId, team: ReadyTeamId): Agent[] =>
    unit(() => {
      const { rules, agents } = INSTRUCTIONS[team];
      const { description } = workspaceService.get(id);
      if (agentService.list(id).rows.length > 0) {
        throw new AppError(
          "CONFLICT",
          "This workspace already has agents. A ready-made team is for a workspace without any.",
        );
      }
      if (description.trim() === "") workspaceService.update(actor, id, { description: rules });
      return Object.entries(agents).map(([name, instruction]) =>
        agentService.create(actor, id, { name, instruction }),
      );
    });
}

export type AddSampleTeam = ReturnType<typeof createSampleTeam>;

/** What a new user finds: a workspace with that team, and an example of how to write one. */
export function createSampleWorkspace(deps: Deps): void {
  deps.unit(() => {
    const { id } = deps.workspaceService.create(SYSTEM, { title: "Sample: Code Assistant" });
    createSampleTeam(deps)(SYSTEM, id, "code");
  });
}
