import type { InstalledCliType } from "@malamar/contract/cli.ts";
import { DEMO_CLI } from "@malamar/contract/plain/cli.ts";
import { DEMO_TITLE } from "@malamar/contract/demo.ts";
import type { WorkspaceId } from "@malamar/contract/ids.ts";
import type { Actor } from "@malamar/server/domain/actor/actor.ts";
import type { SettingsService } from "@malamar/server/domain/settings/settings-service.ts";
import type { TaskService } from "@malamar/server/domain/task/task-service.ts";
import type { UnitOfWork } from "@malamar/server/events/unit-of-work.ts";
import { ONE_USER, userActor } from "@malamar/server/http/principal.ts";
import type { Git } from "@malamar/server/git/git.ts";
import type { Clock } from "@malamar/server/lib/clock.ts";
import editor from "./newsletter/editor.md" with { type: "text" };
import { CHAT, MAX_PASSES, PAST_TASKS as NEWSLETTER_TASKS } from "./newsletter/past.ts";
import researcher from "./newsletter/researcher.md" with { type: "text" };
import newsletterDescription from "./newsletter/workspace.md" with { type: "text" };
import writer from "./newsletter/writer.md" with { type: "text" };
import { workspaceWithPast, type Past } from "./demo-past.ts";
import { makeProject, type DemoProject } from "./demo-project.ts";
import withProject from "./team/with-project.md" with { type: "text" };
import withoutProject from "./team/without-project.md" with { type: "text" };
import approver from "./team/approver.md" with { type: "text" };
import implementer from "./team/implementer.md" with { type: "text" };
import { PAST_TASKS as PARTY_TASKS } from "./team/past.ts";
import planner from "./team/planner.md" with { type: "text" };
import reviewer from "./team/reviewer.md" with { type: "text" };
import ownDescription from "./team/workspace.md" with { type: "text" };
import realDescription from "./team/workspace-real.md" with { type: "text" };
import type { ImportWorkspace } from "@malamar/server/domain/workspace-file/import-workspace.ts";

const PARTY_TEAM = [
  { name: "Planner", instruction: planner },
  { name: "Implementer", instruction: implementer },
  { name: "Reviewer", instruction: reviewer },
  { name: "Approver", instruction: approver },
];

const NEWSLETTER_TEAM = [
  { name: "Researcher", instruction: researcher },
  { name: "Writer", instruction: writer },
  { name: "Editor", instruction: editor },
];

/** What the team works on first: the scripts recognize it by the word "countdown". */
const MAIN_TASK = {
  summary: "Build a countdown to the summer party",
  description:
    "The page should say how many days are left until 25 June 2027. It opens in a browser, with nothing to install.",
  labels: ["website"],
};

/** The Implementer fails once with the playlist, and recovers. */
const FURTHER_TASKS = [
  {
    summary: "Write the invitation",
    description: "Short and friendly: when, where, and whom to tell.",
    labels: ["guests"],
  },
  {
    summary: "Make a playlist",
    description: "Three parts: the arrival, dinner, dancing. Look at last year's first.",
    labels: ["music", "day"],
  },
];

interface PartyDeps {
  unit: UnitOfWork;
  importWorkspace: ImportWorkspace;
  taskService: TaskService;
  clock: Clock;
}

interface Deps extends PartyDeps {
  settingsService: SettingsService;
}

/** A CLI for the team, and what makes it use the demo's model. */
interface CrewMember {
  type: InstalledCliType;
  model: string | null;
  env_vars: Record<string, string>;
}

type Team = typeof PARTY_TEAM;

function manned(team: Team, crew: readonly CrewMember[] = []) {
  return team.map((agent, at) => {
    const { type = DEMO_CLI.type, model = null } = crew[at % crew.length] ?? {};
    return { ...agent, cli_type: type, model };
  });
}

interface Setting {
  project: DemoProject;
  crew?: readonly CrewMember[] | undefined;
}

/**
 * A team that works without a model on a board that lives for a minute, and a second one that has
 * done its part and waits for the person. With a crew, their agents run on those CLIs in turn.
 */
export function createDemoWorkspaces(deps: Deps, { project, crew = [] }: Setting): void {
  const { unit, importWorkspace, settingsService, clock } = deps;
  const newsletter = {
    title: "Demo: the newsletter",
    description: newsletterDescription,
    max_passes: MAX_PASSES,
    team: manned(NEWSLETTER_TEAM, crew),
    tasks: NEWSLETTER_TASKS,
    chats: [CHAT],
  };
  const party = {
    title: "Demo: a team at work",
    ...inProject(project, crew.length === 0 ? ownDescription : realDescription),
    team: manned(PARTY_TEAM, crew),
    tasks: PARTY_TASKS,
  };
  // As if the person who starts the demo had done it.
  const actor = userActor(ONE_USER, "command");
  unit(() => {
    const cliSettings = crew.map(({ type, env_vars }) => [type, { env_vars }] as const);
    if (crew.length > 0)
      settingsService.update(actor, { cli_settings: Object.fromEntries(cliSettings) });
    importWorkspace(actor, workspaceWithPast(newsletter, clock()));
    startParty(deps, actor, party);
  });
}

/** Only the team at work, for a user's own Malamar. It sends them no notifications. */
export function prepareDemo(deps: PartyDeps & { git: Git }) {
  return async (path: string) => {
    const project = await makeProject(deps.git, path);
    return (actor: Actor): WorkspaceId =>
      startParty(deps, actor, {
        title: DEMO_TITLE,
        ...inProject(project, ownDescription),
        notify_on_error: false,
        notify_on_in_review: false,
        team: manned(PARTY_TEAM),
        tasks: PARTY_TASKS,
      });
  };
}

/** Where a team works, and what people can try there. */
function inProject(project: DemoProject, description: string) {
  if ("problem" in project) return { description: `${description}\n${withoutProject}` };
  return {
    description: `${description}${withProject}`,
    working_directory_mode: "git" as const,
    working_directory_path: project.path,
  };
}

function startParty(
  { unit, importWorkspace, taskService, clock }: PartyDeps,
  actor: Actor,
  party: Past,
): WorkspaceId {
  return unit(() => {
    const id = importWorkspace(actor, workspaceWithPast(party, clock()));
    for (const task of FURTHER_TASKS) taskService.create(actor, id, task);
    taskService.prioritize(actor, taskService.create(actor, id, MAIN_TASK).id, true);
    return id;
  });
}
