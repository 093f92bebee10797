import { join } from "node:path";
import type { Client } from "#long-runs/client.ts";
import type { Ledger } from "#long-runs/ledger.ts";
import { MAIL } from "#long-runs/people/settings-acts.ts";
import { createProject, type Project } from "#long-runs/project.ts";
import type { World } from "#long-runs/world.ts";
import { createBoard, demoAgent, request } from "#support/board.ts";
import { BUSY_TEAM } from "#support/busy-team.ts";
import { REPOSITORY_TEAM } from "#support/repository-team.ts";
import { storeNow, worktreeOf, writeParts, type Bench } from "./bench.ts";
import { MISBEHAVIOURS } from "./misbehaviours.ts";

export interface Places {
  /** Where teams work that do a bit of everything. */
  teams: readonly string[];
  /** Where people chat; tasks that agents create here go to review at once. */
  talkers: string;
  /** Where an agent behaves as badly as its task says. */
  trouble: string;
  /** Where teams work in repositories: in worktrees, and in a person's own checkout. */
  builders: readonly { workspace: string; project: Project }[];
  bench: Bench;
  /** A task that is Done: a comment on it is kept, and nobody runs. */
  doneTaskId: string;
}

const TEAMS = 2;

/** The retry limit is tested elsewhere, and a clock that jumps must not delete what is Done. */
const SETTINGS = { max_passes: 100_000, auto_delete_done_tasks: false };

/** Creates the workspaces of this run, and records them. */
export async function preparePlaces(world: World, client: Client, ledger: Ledger): Promise<Places> {
  const { url } = world.server();
  // The disk is small, so that it can be filled. A clock that jumps must not delete kept work.
  await request(url, "PUT", "/api/settings", { min_free_disk_mb: 0, kept_work_days: 0 });
  const board = createBoard(url);
  const open = async (agents: Parameters<typeof board.createTeam>[0], settings: object = {}) => {
    const id = await board.createTeam(agents, { ...SETTINGS, ...settings });
    ledger.made(`workspace:${id}`, null);
    return id;
  };
  const teams: string[] = [];
  while (teams.length < TEAMS) teams.push(await open(BUSY_TEAM.map(({ agent }) => agent)));
  const talkers = await open([]);
  const trouble = await open([demoAgent("Troublemaker", ...MISBEHAVIOURS)]);
  const shop = createProject(join(world.projectsDir, "shop"), { hasGuests: false });
  const site = createProject(join(world.projectsDir, "site"), { hasGuests: true });
  for (const project of [shop, site]) project.plantHooks();
  const inWorktrees = { working_directory_mode: "git", working_directory_path: shop.path };
  const inCheckout = {
    working_directory_mode: "static",
    working_directory_path: site.path,
    checkpoints: true,
  };
  const builders = [
    { workspace: await open(REPOSITORY_TEAM, inWorktrees), project: shop },
    { workspace: await open(REPOSITORY_TEAM, inCheckout), project: site },
  ];
  const workspace = await open(REPOSITORY_TEAM, inWorktrees);
  const bench = { workspace, project: shop, task: await prepareBench(workspace) };
  const { id: doneTaskId } = await board.createTask(talkers, "Done");
  await board.reachesReview(doneTaskId);
  await board.moveToDone(doneTaskId);
  ledger.made(`task:${doneTaskId}`, `workspace:${talkers}`, { done: 1 });
  const value = "first@example.org";
  await request(url, "PUT", "/api/settings", { mailgun_to_email: value });
  ledger.made(MAIL, null, { value });
  return { teams, talkers, trouble, builders, bench, doneTaskId };

  /** A task with two states to restore. */
  async function prepareBench(workspace: string): Promise<string> {
    const { id } = await board.createTask(workspace, "Bench");
    await board.reachesReview(id);
    for (const text of ["First\n", "Second\n"]) {
      writeParts(worktreeOf(world, id)!.path, text);
      await storeNow(client, id);
    }
    return id;
  }
}
