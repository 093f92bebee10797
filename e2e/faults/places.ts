import { createBoard, demoAgent, request } from "#support/board.ts";
import { BUSY_TEAM } from "#support/busy-team.ts";
import type { Ledger } from "#long-runs/ledger.ts";
import { MAIL } from "#long-runs/people/settings-acts.ts";
import { MISBEHAVIOURS } from "./misbehaviours.ts";

export interface Places {
  /** Where teams work that do a bit of everything. */
  teams: readonly string[];
  /** Where people chat; tasks that agents create here go to review at once. */
  talkers: string;
  /** Where an agent behaves as badly as its task says. */
  trouble: string;
  /** A task that is Done: a comment on it is kept, and nobody runs. */
  doneTaskId: string;
}

const TEAMS = 2;

/** The retry limit is tested elsewhere, and a clock that jumps must not delete what is Done. */
const SETTINGS = { max_passes: 100_000, auto_delete_done_tasks: false };

/** Creates the workspaces of this run, and records them. */
export async function preparePlaces(url: string, ledger: Ledger): Promise<Places> {
  // The disk is small, so that it can be filled.
  await request(url, "PUT", "/api/settings", { min_free_disk_mb: 0 });
  const board = createBoard(url);
  const open = async (agents: Parameters<typeof board.createTeam>[0]) => {
    const id = await board.createTeam(agents, SETTINGS);
    ledger.made(`workspace:${id}`, null);
    return id;
  };
  const teams: string[] = [];
  while (teams.length < TEAMS) teams.push(await open(BUSY_TEAM.map(({ agent }) => agent)));
  const talkers = await open([]);
  const trouble = await open([demoAgent("Troublemaker", ...MISBEHAVIOURS)]);
  const { id: doneTaskId } = await board.createTask(talkers, "Done");
  await board.reachesReview(doneTaskId);
  await board.moveToDone(doneTaskId);
  ledger.made(`task:${doneTaskId}`, `workspace:${talkers}`, { done: 1 });
  const value = "first@example.org";
  await request(url, "PUT", "/api/settings", { mailgun_to_email: value });
  ledger.made(MAIL, null, { value });
  return { teams, talkers, trouble, doneTaskId };
}
