import { chatActs } from "#long-runs/people/chat-acts.ts";
import type { Job } from "#long-runs/people/people.ts";
import type { Act } from "#long-runs/people/person.ts";
import { repositoryActs } from "#long-runs/people/repository-acts.ts";
import { settingsActs } from "#long-runs/people/settings-acts.ts";
import { taskActs } from "#long-runs/people/task-acts.ts";
import type { Places } from "./places.ts";

/**
 * The pause between two acts: short enough that a fault hits some of them, long enough for other
 * work.
 */
const PAUSE_MS = [2, 60] as const;
/** What is done with the files of a task takes up to a second or two, and a fault waits for it. */
const FILES_PAUSE_MS = [50, 400] as const;
/** Each of their runs takes more than a second. */
const TASKS_OF_BUILDERS = 2;
/** No agent works on what the scribe writes, so that a kill at any moment hits a write. */
const SCRIBE_PAUSE_MS = [0, 6] as const;

/** The people who work while faults strike. */
export function crowdIn({ teams, talkers, builders, doneTaskId }: Places): Job[] {
  const acts = [...teams.map((id) => taskActs(id)), chatActs(talkers), settingsActs()];
  return [
    ...acts.map((own) => ({ acts: own, pauseMs: PAUSE_MS })),
    ...builders.map(({ workspace, project }) => ({
      acts: [
        ...taskActs(workspace, TASKS_OF_BUILDERS),
        ...repositoryActs(workspace, project),
        ...repositoryActs(workspace, project),
      ],
      pauseMs: FILES_PAUSE_MS,
    })),
    { acts: [scribbleOn(doneTaskId)], pauseMs: SCRIBE_PAUSE_MS },
  ];
}

function scribbleOn(taskId: string): Act {
  return async ({ client, ledger, number }) => {
    const content = `Note ${number()}`;
    const answer = await client.send("POST", `/api/tasks/${taskId}/comments`, { content });
    if (answer?.status !== 201) return;
    const { id } = answer.body as { id: string };
    ledger.made(`comment:${id}`, `task:${taskId}`, { content });
  };
}
