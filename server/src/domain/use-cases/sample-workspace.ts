import type { AgentService } from "#domain/agent/agent-service.ts";
import type { WorkspaceService } from "#domain/workspace/workspace-service.ts";
import type { UnitOfWork } from "#events/unit-of-work.ts";
import approver from "./sample-team/approver.md" with { type: "text" };
import implementer from "./sample-team/implementer.md" with { type: "text" };
import planner from "./sample-team/planner.md" with { type: "text" };
import reviewer from "./sample-team/reviewer.md" with { type: "text" };
import description from "./sample-team/workspace.md" with { type: "text" };

const TEAM = [
  { name: "Planner", instruction: planner },
  { name: "Implementer", instruction: implementer },
  { name: "Reviewer", instruction: reviewer },
  { name: "Approver", instruction: approver },
];

interface Deps {
  unit: UnitOfWork;
  workspaces: WorkspaceService;
  agents: AgentService;
}

/** What a new user finds: a team that works as it is, and an example of how to write one. */
export function createSampleWorkspace({ unit, workspaces, agents }: Deps): void {
  unit(() => {
    const workspace = workspaces.create({ title: "Sample: Code Assistant", description });
    for (const agent of TEAM) agents.create(workspace.id, agent);
  });
}
