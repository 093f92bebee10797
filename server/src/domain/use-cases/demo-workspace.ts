import { DEMO_CLI, type InstalledCliType } from "@malamar/contract/cli.ts";
import type { AgentService } from "#domain/agent/agent-service.ts";
import type { SettingsService } from "#domain/settings/settings-service.ts";
import type { TaskService } from "#domain/task/task-service.ts";
import type { WorkspaceService } from "#domain/workspace/workspace-service.ts";
import type { UnitOfWork } from "#events/unit-of-work.ts";
import approver from "./demo-team/approver.md" with { type: "text" };
import implementer from "./demo-team/implementer.md" with { type: "text" };
import planner from "./demo-team/planner.md" with { type: "text" };
import reviewer from "./demo-team/reviewer.md" with { type: "text" };
import ownDescription from "./demo-team/workspace.md" with { type: "text" };
import realDescription from "./demo-team/workspace-real.md" with { type: "text" };

const TEAM = [
  { name: "Planner", instruction: planner },
  { name: "Implementer", instruction: implementer },
  { name: "Reviewer", instruction: reviewer },
  { name: "Approver", instruction: approver },
];

/** What the team works first: the scripts know it by the word "countdown". */
const MAIN_TASK = {
  summary: "Build a countdown to the summer party",
  description:
    "A page that says how many days are left until 25 June 2027. One file that opens in a browser, nothing to install.",
};

/** The Implementer fails once with the playlist, and recovers. */
const FURTHER_TASKS = [
  {
    summary: "Write the invitation",
    description: "Short and friendly: when, where, and whom to tell.",
  },
  {
    summary: "Make a playlist",
    description: "Three parts: the arrival, dinner, dancing. Look at last year's first.",
  },
];

interface Deps {
  unit: UnitOfWork;
  workspaces: WorkspaceService;
  agents: AgentService;
  tasks: TaskService;
  settings: SettingsService;
}

/** A CLI for the team, and what makes it use the demo's model. */
interface CrewMember {
  type: InstalledCliType;
  model: string | null;
  env_vars: Record<string, string>;
}

/**
 * A team that works without a model, and a board that lives for a minute. With a crew, its agents
 * run on those CLIs in turn.
 */
export function createDemoWorkspace(
  { unit, workspaces, agents, tasks, settings }: Deps,
  crew: readonly CrewMember[] = [],
): void {
  unit(() => {
    const description = crew.length === 0 ? ownDescription : realDescription;
    const workspace = workspaces.create({ title: "Demo: a team at work", description });
    const cliSettings = crew.map(({ type, env_vars }) => [type, { env_vars }] as const);
    if (crew.length > 0) settings.update({ cli_settings: Object.fromEntries(cliSettings) });
    for (const [at, agent] of TEAM.entries()) {
      const { type = DEMO_CLI.type, model = null } = crew[at % crew.length] ?? {};
      agents.create(workspace.id, { ...agent, cli_type: type, model });
    }
    for (const task of FURTHER_TASKS) tasks.create(workspace.id, task);
    tasks.prioritize(tasks.create(workspace.id, MAIN_TASK).id, true);
  });
}
