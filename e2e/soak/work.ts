import { chatActs } from "#long-runs/people/chat-acts.ts";
import type { Job } from "#long-runs/people/people.ts";
import type { Act } from "#long-runs/people/person.ts";
import { settingsActs } from "#long-runs/people/settings-acts.ts";
import { taskActs } from "#long-runs/people/task-acts.ts";
import type { World } from "#long-runs/world.ts";
import { fileActs } from "./acts/file-acts.ts";
import { pageActs } from "./acts/page-acts.ts";
import type { Offices } from "./offices.ts";

export const KINDS_OF_WORK = ["tasks", "chats", "settings", "pages", "files"] as const;

/** As fast as agents answer. */
const PAUSE_MS = [2, 60] as const;
/** A backup is its own program. */
const FILES_PAUSE_MS = [300, 900] as const;

/** All kinds of work, except those to leave out. */
export function jobsIn(
  world: World,
  { teams, talkers }: Offices,
  without: readonly string[],
): Job[] {
  const all = [...teams, talkers];
  const jobs: Readonly<Record<(typeof KINDS_OF_WORK)[number], readonly Job[]>> = {
    tasks: teams.map((id) => job(taskActs(id))),
    chats: [job(chatActs(talkers))],
    settings: [job(settingsActs())],
    pages: [job(pageActs(world, all)), job(pageActs(world, all))],
    files: [{ acts: fileActs(world, all), pauseMs: FILES_PAUSE_MS }],
  };
  return KINDS_OF_WORK.filter((kind) => !without.includes(kind)).flatMap((kind) => jobs[kind]);
}

function job(acts: readonly Act[]): Job {
  return { acts, pauseMs: PAUSE_MS };
}
