import type { Ledger } from "#long-runs/ledger.ts";
import { MAIL } from "#long-runs/people/settings-acts.ts";
import { createBoard, demoAgent, request } from "#support/board.ts";

/** Where people and agents work, throughout the run. */
export interface Offices {
  /** Where teams work through tasks. */
  teams: readonly string[];
  /** Where people chat; tasks that agents create here go to review at once. */
  talkers: string;
}

const MAKER = demoAgent(
  "Maker",
  "visit 1:",
  "think What should I do?",
  'tool Bash {"command":"ls"} => README.md',
  "write notes.md Made for {task}",
  "usage 1200 in, 300 out, 100 cached, $0.02",
  "comment Made {task}",
  "when the user comments:",
  "say Looking again",
  "comment Changed at visit {visit}",
  "after:",
  "skip",
);
const CHECKER = demoAgent("Checker", "comment Checked at visit {visit}", "review");
const CLUMSY = demoAgent("Clumsy", "visit 1:", "exit 3 out of luck", "after:", "skip");
/** Never done on its own: the guard against endless passes stops it. */
const CHATTY = demoAgent("Chatty", "comment Something new at visit {visit}");
const TIRED = demoAgent("Tired", "visit 1:", "quota 300ms", "after:", "review");
const QUICK = demoAgent("Quick", "say Done at once", "comment Done {task}", "review");

const TEAMS: readonly (readonly [agents: (typeof MAKER)[], settings?: object])[] = [
  [[MAKER, CHECKER]],
  [[QUICK]],
  [[QUICK]],
  [[CLUMSY, QUICK]],
  [[CHATTY], { max_passes: 3 }],
];

/** Days that a task stays after it is Done. */
const RETENTION_DAYS = 3;

const SETTINGS = {
  retention_days: RETENTION_DAYS,
  notify_on_error: true,
  notify_on_in_review: true,
};

/** Creates the workspaces of this run, and records them. */
export async function openOffices(url: string, hook: string, ledger: Ledger): Promise<Offices> {
  const board = createBoard(url);
  const open = async (agents: readonly (typeof MAKER)[], settings: object = {}) => {
    const id = await board.createTeam(agents, { ...SETTINGS, ...settings });
    ledger.made(`workspace:${id}`, null);
    return id;
  };
  const teams: string[] = [];
  for (const [agents, settings] of TEAMS) teams.push(await open(agents, settings));
  const talkers = await open([]);
  const value = "first@example.org";
  const hooks = { slack_webhook_url: hook, webhook_url: hook, webhook_secret: "not a secret" };
  await request(url, "PUT", "/api/settings", { mailgun_to_email: value, ...hooks });
  ledger.made(MAIL, null, { value });
  return { teams, talkers };
}

/** One agent's quota is used up, and everyone on the same CLI waits briefly. */
export async function useUpQuota(url: string): Promise<void> {
  const board = createBoard(url);
  const id = await board.createTeam([TIRED], SETTINGS);
  const task = await board.createTask(id, "Tiring");
  await board.reachesReview(task.id);
  await board.deleteWorkspace(id);
}
