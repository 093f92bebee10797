import { createBoard, type Board, type Run } from "../support/board.ts";
import { installedClis } from "./installed-clis.ts";
import { startMalamar, type Malamar } from "../support/malamar.ts";
import { until } from "../support/until.ts";

export const PARTY = "Demo: a team at work";
export const NEWSLETTER = "Demo: the newsletter";

/** The team takes about half a minute; the machine may be busy. */
const PATIENCE_MS = 120_000;

interface HeldDemo {
  url: string;
  /** The address of a page of this workspace. */
  inWorkspace: (title: string, path: string) => string;
  taskOf: (words: string) => string;
}

/**
 * Two demos, each held in the middle of a run as long as the pictures take: the first while the team is
 * in its second pass, the second once it has handed that task over and works on the next.
 */
export async function createHeldDemos() {
  const [atWork, inReview] = await Promise.all([
    heldDemo(async (board, task) => {
      await says(board, task("countdown"), "All three days read right");
    }),
    heldDemo(async (board, task) => {
      await until(
        async () => (await board.task(task("countdown"))).status === "in_review",
        "the countdown is In Review",
        PATIENCE_MS,
      );
      await says(board, task("invitation"), "I write it so that it fits on a phone.");
    }),
  ]);
  return {
    atWork: atWork.demo,
    inReview: inReview.demo,
    async [Symbol.asyncDispose]() {
      await Promise.all([atWork.end(), inReview.end()]);
    },
  };
}

export type HeldDemos = Awaited<ReturnType<typeof createHeldDemos>>;

type Task = (words: string) => string;

async function heldDemo(reached: (board: Board, task: Task) => Promise<void>) {
  const clis = installedClis();
  const malamar = await startMalamar({ args: ["demo"], env: clis.env });
  const board = createBoard(malamar.url);
  const workspaces = new Map((await board.workspaces()).map(({ id, title }) => [title, id]));
  const party = workspaces.get(PARTY)!;
  const held = await board.createTask(party, "Order drinks for 55 people");
  await board.changeTask(held.id, { labels: ["drinks"], is_on_hold: true });
  const tasks = await board.tasks(party);
  const taskOf = (words: string) => tasks.find(({ summary }) => summary.includes(words))!.id;
  await reached(board, taskOf);
  const pids = await pidsAtWork(board, party);
  for (const pid of pids) process.kill(pid, "SIGSTOP");
  const demo: HeldDemo = {
    url: malamar.url,
    inWorkspace: (title, path) => `${malamar.url}/workspaces/${workspaces.get(title)}/${path}`,
    taskOf,
  };
  return {
    demo,
    end: async () => {
      await end(malamar, pids);
      clis[Symbol.dispose]();
    },
  };
}

async function says(board: Board, taskId: string, words: string): Promise<void> {
  const isSaid = async ({ id, status }: Run) =>
    status === "running" &&
    (await board.transcript(id)).some(({ text = "" }) => text.includes(words));
  await until(
    async () => {
      const runs = await board.runs(taskId);
      return (await Promise.all(runs.map(isSaid))).some(Boolean);
    },
    `an agent says "${words}"`,
    PATIENCE_MS,
  );
}

async function pidsAtWork(board: Board, workspaceId: string): Promise<number[]> {
  const tasks = await board.tasks(workspaceId);
  const runs = tasks.flatMap(({ current_run_id }) => current_run_id ?? []);
  const transcripts = await Promise.all(runs.map((id) => board.transcript(id)));
  return transcripts.flatMap((events) => events.flatMap(({ pid }) => pid ?? []));
}

/** Only a demo that ends on its own removes what it has created. */
async function end(malamar: Malamar, pids: readonly number[]): Promise<void> {
  for (const pid of pids) process.kill(pid, "SIGCONT");
  await malamar.stop();
  await malamar[Symbol.asyncDispose]();
}
