import { existsSync } from "node:fs";
import {
  databasePath,
  prepareDataDirectory,
} from "@malamar/server/data-directory/data-directory.ts";
import { closeDatabase, openDatabase } from "@malamar/server/db/open.ts";
import { createAgentStore } from "@malamar/server/domain/agent/agent-store.ts";
import { createQuotaStore } from "@malamar/server/domain/run/quota-store.ts";
import { createWorkspaceStore } from "@malamar/server/domain/workspace/workspace-store.ts";
import { DAY_MS } from "@malamar/server/lib/clock.ts";
import { createChatHistories } from "./chat-histories.ts";
import type { History } from "./history.ts";
import { planOf, type Landmarks, type Plan, type PlannedWorkspace } from "./plan.ts";
import { cliOf, ROLES } from "./run-records.ts";
import { seededDraws } from "./seeded.ts";
import { sizeOf } from "./size.ts";
import { createTaskHistories } from "./task-histories.ts";
import { createTexts, RARE_WORD } from "./texts.ts";
import { createTranscriptFiles } from "./transcript-files.ts";

interface Wanted {
  dataDir: string;
  scale: number;
  seed: number;
  /** The data set ends here, and begins two years earlier. */
  now: string;
  onProgress: (text: string) => void;
}

const SPAN_MS = 2 * 365 * DAY_MS;
/**
 * This many tasks and chats are active at a time, so that rows of one are not stored side by side.
 */
const AT_ONCE = 40;
/**
 * With this many comments a task is twice as busy as others: a team that never stops talks all day.
 */
const BUSY_COMMENTS = 250;
const STEPS_PER_TRANSACTION = 100_000;

/**
 * Fills an empty data directory. The product creates the database and writes every row with its own
 * statements, in chronological order, so that pages, indexes and triggers look as after years of
 * use.
 */
export function generate({ dataDir, scale, seed, now, onProgress }: Wanted): Landmarks {
  const path = databasePath(dataDir);
  if (existsSync(path)) throw new Error(`There is already a database in ${dataDir}.`);
  prepareDataDirectory(dataDir);
  const db = openDatabase(path);
  // Nothing has to survive a crash yet.
  db.run("PRAGMA journal_mode = OFF");
  db.run("PRAGMA synchronous = OFF");
  db.run("PRAGMA cache_size = -1000000");

  const draws = seededDraws(seed);
  const plan = planOf(sizeOf(scale), draws);
  const steps = stepsOf(plan);
  const begin = Date.parse(now) - SPAN_MS;
  let step = 0;
  const clock = () => new Date(begin + Math.floor((SPAN_MS * step) / (steps + 1))).toISOString();
  const texts = createTexts(draws);
  const writeTranscript = createTranscriptFiles(dataDir, draws);
  const deps = { db, draws, texts, writeTranscript, clock, now };
  const taskHistories = createTaskHistories(deps);
  const chatHistoryOf = createChatHistories(deps);

  db.run("BEGIN");
  db.query("UPDATE _migrations SET applied_at = ?").run(clock());
  addWorkspaces();
  createQuotaStore(db).block(cliOf(1), taskHistories.quotaUntil);
  for (const _ of interleaved(begun(), draws.whole)) {
    step++;
    if (step % STEPS_PER_TRANSACTION !== 0) continue;
    db.run("COMMIT");
    onProgress(`${Math.min(99, Math.floor((step / steps) * 100))} %`);
    db.run("BEGIN");
  }
  db.run("COMMIT");
  db.run("PRAGMA journal_mode = WAL");
  closeDatabase(db);
  return plan.landmarks;

  function addWorkspaces(): void {
    const workspaces = createWorkspaceStore(db);
    const agents = createAgentStore(db);
    for (const [at, workspace] of plan.workspaces.entries()) {
      const title = texts.workspaceTitle(at + 1);
      workspaces.insert({
        ...settingsOf(workspace, clock()),
        title: workspace.isRare ? `${title} ${RARE_WORD}` : title,
      });
      for (const [place, id] of workspace.team.entries()) {
        agents.insert({
          id,
          workspace_id: workspace.id,
          name: ROLES[place]!,
          instruction: texts.instruction(ROLES[place]!),
          cli_type: cliOf(place),
          order: place + 1,
          created_at: clock(),
          updated_at: clock(),
        });
      }
    }
  }

  /** The chats are spread over the tasks. */
  function* begun(): Generator<Begun> {
    const every = plan.tasks.length / plan.chats.length;
    let chats = 0;
    for (const [at, task] of plan.tasks.entries()) {
      yield { history: taskHistories.of(task), pace: 1 + task.comments / BUSY_COMMENTS };
      while (chats < plan.chats.length && chats * every <= at) {
        yield { history: chatHistoryOf(plan.chats[chats++]!), pace: 1 };
      }
    }
  }
}

/** As many steps as the histories have, or a few more. */
function stepsOf({ tasks, chats }: Plan): number {
  const ofTasks = tasks.reduce((sum, { comments, runs }) => sum + 2 + comments + runs.length, 0);
  return ofTasks + chats.reduce((sum, { runs }) => sum + 1 + 2 * runs.length, 0);
}

interface Begun {
  history: History;
  /** How many steps it makes while each of the others makes one. */
  pace: number;
}

/** One step of a randomly chosen active history at a time. */
function* interleaved(
  histories: Iterator<Begun>,
  whole: (min: number, max: number) => number,
): Generator<undefined> {
  /** Interleaves them by their pace. */
  let underWay: History[] = [];
  let count = 0;
  for (;;) {
    while (count < AT_ONCE) {
      const next = histories.next();
      if (next.done) break;
      const { history, pace } = next.value;
      for (let ticket = 0; ticket < Math.floor(pace); ticket++) underWay.push(history);
      count++;
    }
    if (count === 0) return;
    const drawn = underWay[whole(0, underWay.length - 1)]!;
    if (drawn.next().done) {
      underWay = underWay.filter((history) => history !== drawn);
      count--;
    }
    yield;
  }
}

function settingsOf({ id, keptDays }: PlannedWorkspace, at: string) {
  return {
    id,
    description: "Everything is in English. Ask before you add a dependency.",
    auto_delete_done_tasks: keptDays !== null,
    retention_days: keptDays ?? 7,
    notify_on_error: false,
    notify_on_in_review: false,
    last_activity_at: at,
    created_at: at,
    updated_at: at,
  };
}
