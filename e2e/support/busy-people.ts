import { createBoard, RefusedError } from "./board.ts";
import type { Random } from "./random.ts";

/** What the server has acknowledged, across restarts. */
export interface Ledger {
  tasks: Map<string, { workspaceId: string; commentCount: number }>;
  comments: Set<string>;
}

/** Enough to keep every team busy between two kills, and few enough to be done in the end. */
const TASKS_PER_WORKSPACE = 16;
/**
 * An agent gets only the newest part of a long story, and the team of this test counts its visits.
 */
const COMMENTS_PER_TASK = 5;
/** About as fast as it uses all of them up. */
const PAUSE_MS = [20, 300] as const;
/** No agent works on what the scribe writes, so there can be many. */
const SCRIBE_PAUSE_MS = [0, 4] as const;

export interface Places {
  /** Where teams work. */
  workspaceIds: readonly string[];
  /** A task that is Done: a comment on it is kept, and nobody runs. */
  doneTaskId: string;
}

/**
 * Creates tasks and comments on them as long as the server answers, and records what was promised:
 * one writer per workspace, and a scribe who hardly ever pauses, so that a kill at any moment hits
 * a write.
 */
export function startPeople(
  url: string,
  { workspaceIds, doneTaskId }: Places,
  { ledger, random }: { ledger: Ledger; random: Random },
) {
  const board = createBoard(url);
  const leaving = new AbortController();

  async function createTask(workspaceId: string, summary: string): Promise<void> {
    const { id } = await board.createTask(workspaceId, summary);
    ledger.tasks.set(id, { workspaceId, commentCount: 0 });
  }

  async function comment(taskId: string): Promise<void> {
    const { id } = await board.comment(taskId, "Please look again");
    ledger.comments.add(id);
    const task = ledger.tasks.get(taskId);
    if (task) task.commentCount++;
  }

  async function write(workspaceId: string): Promise<void> {
    const own = [...ledger.tasks].filter(([, task]) => task.workspaceId === workspaceId);
    const open = own.filter(([, task]) => task.commentCount < COMMENTS_PER_TASK);
    const chosen = open[random.below(open.length)];
    const mayCreate = own.length < TASKS_PER_WORKSPACE;
    if (mayCreate && (!chosen || random.below(4) === 0)) {
      await createTask(workspaceId, `Task ${own.length + 1}`);
    } else if (chosen) {
      await comment(chosen[0]);
    }
  }

  async function keepDoing(act: () => Promise<void>, pauseMs: readonly [number, number]) {
    while (!leaving.signal.aborted) {
      try {
        await act();
      } catch (error) {
        if (error instanceof RefusedError) throw error;
        // Killed in the middle: nobody knows whether that write is there.
        return;
      }
      await Bun.sleep(random.between(...pauseMs));
    }
  }

  const working = [
    ...workspaceIds.map((id) => keepDoing(() => write(id), PAUSE_MS)),
    keepDoing(() => comment(doneTaskId), SCRIBE_PAUSE_MS),
  ];

  async function leave(): Promise<void> {
    leaving.abort();
    await Promise.all(working);
  }

  return { leave, [Symbol.asyncDispose]: leave };
}

/** What was promised and is not there. */
export async function brokenPromises(
  url: string,
  { workspaceIds, doneTaskId }: Places,
  ledger: Ledger,
) {
  const board = createBoard(url);
  const tasks = (await Promise.all(workspaceIds.map(board.tasks))).flat();
  const commented = [doneTaskId, ...tasks.map(({ id }) => id)];
  const comments = (await Promise.all(commented.map(board.comments))).flat();
  const there = new Set([...tasks, ...comments].map(({ id }) => id));
  const missing = (ids: Iterable<string>) => [...ids].filter((id) => !there.has(id));
  return { lostTasks: missing(ledger.tasks.keys()), lostComments: missing(ledger.comments) };
}
