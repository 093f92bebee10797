import type { AgentId, ChatId, RunId, TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { TaskStatus } from "@malamar/contract/task.ts";
import type { Draws } from "./seeded.ts";
import { shared, type Size } from "./size.ts";

export interface PlannedWorkspace {
  id: WorkspaceId;
  /** In their order. */
  team: readonly AgentId[];
  /** Days until a Done task is deleted; null: never. */
  keptDays: number | null;
  isRare: boolean;
}

export interface PlannedRun {
  id: RunId;
  bytes: number;
}

export interface PlannedTask {
  id: TaskId;
  workspace: PlannedWorkspace;
  status: TaskStatus;
  comments: number;
  runs: PlannedRun[];
  isRare: boolean;
}

export interface PlannedChat {
  id: ChatId;
  workspace: PlannedWorkspace;
  /** One for each answer. */
  runs: PlannedRun[];
  isRare: boolean;
}

/** What is measured: the same in every data set, except for what surrounds it. */
export interface Landmarks {
  /** A board of 300 tasks with ten comments each, and 60 chats. */
  board: WorkspaceId;
  /** A tenth of all tasks are here, and the agent is on Claude Code. */
  largest: WorkspaceId;
  /** Done tasks here are deleted after a week. */
  cleaned: PlannedWorkspace;
  /** A task with 40 comments and 12 runs. */
  task: TaskId;
  /** A task with 5,000 comments. */
  longTask: TaskId;
  /** A chat of 100 messages. */
  chat: ChatId;
  /** The run with the longest transcript that is read. */
  longRun: RunId;
}

export interface Plan {
  workspaces: PlannedWorkspace[];
  tasks: PlannedTask[];
  chats: PlannedChat[];
  landmarks: Landmarks;
}

const BOARD_TASKS = 300;
const BOARD_CHATS = 60;
const COMMENTS_OF_THE_LONG_TASK = 5_000;
const RARE_TITLES = 3;
/** Each of them has a thirtieth of all bytes. */
const LARGE_TRANSCRIPTS = 5;

/** How much of everything each workspace has; nothing is written yet. */
export function planOf(size: Size, draws: Draws): Plan {
  const newRuns = (count: number) =>
    Array.from({ length: count }, (): PlannedRun => ({ id: draws.id(), bytes: 0 }));
  const workspaces = Array.from({ length: size.workspaces }, (_, at) => workspace(draws, at));
  const [board, largest, cleaned, ...others] = workspaces as [
    PlannedWorkspace,
    PlannedWorkspace,
    PlannedWorkspace,
    ...PlannedWorkspace[],
  ];

  const ofLargest = Math.round(size.tasks / 10);
  // A few teams have most of the work.
  const ofOthers = shared(
    size.tasks - BOARD_TASKS - ofLargest,
    others.map((_, at) => 1 / (at + 1) ** 0.8),
  );
  const task = (
    at: PlannedWorkspace,
    comments: number,
    runs: number,
    status = statusOf(draws),
  ): PlannedTask => ({
    id: draws.id(),
    workspace: at,
    status,
    comments,
    // Tasks in Todo were imported, and no agent has run on them.
    runs: newRuns(status === "todo" ? 0 : runs),
    isRare: false,
  });
  const measured = task(board, 40, 12, "in_review");
  const long = task(board, COMMENTS_OF_THE_LONG_TASK, 20, "in_review");
  const onBoard = Array.from({ length: BOARD_TASKS - 2 }, () => task(board, 10, 1));
  const homes = [
    ...Array.from({ length: ofLargest }, () => largest),
    ...others.flatMap((home, at) => Array.from({ length: ofOthers[at]! }, () => home)),
  ];
  const left = size.comments - 40 - COMMENTS_OF_THE_LONG_TASK - onBoard.length * 10;
  const said = shared(
    left,
    homes.map(() => draws.exponential()),
  );
  const elsewhere = homes.map((home, at) => task(home, said[at]!, draws.whole(0, 3)));
  for (const rare of elsewhere.slice(0, RARE_TITLES)) rare.isRare = true;
  oneInProgressEach([...onBoard, ...elsewhere], largest);

  const chat = (at: PlannedWorkspace, runs: number): PlannedChat => ({
    id: draws.id(),
    workspace: at,
    runs: newRuns(runs),
    isRare: false,
  });
  const measuredChat = chat(board, 50);
  const chats = [
    measuredChat,
    ...Array.from({ length: BOARD_CHATS - 1 }, () => chat(board, 3)),
    ...Array.from({ length: size.chats - BOARD_CHATS }, () =>
      chat(draws.pick(others), draws.whole(1, 9)),
    ),
  ];
  chats[1]!.isRare = true;

  const longRun = measured.runs.at(-1)!;
  giveBytes(
    [...elsewhere, ...onBoard, measured, ...chats, long].flatMap(({ runs }) => runs),
    longRun,
    size,
    draws,
  );
  return {
    workspaces,
    // The measured ones are neither the newest nor the oldest.
    tasks: inTheMiddle(shuffled(elsewhere, draws), shuffled([measured, long, ...onBoard], draws)),
    chats: inTheMiddle(shuffled(chats.slice(1), draws), [measuredChat]),
    landmarks: {
      board: board.id,
      largest: largest.id,
      cleaned,
      task: measured.id,
      longTask: long.id,
      chat: measuredChat.id,
      longRun: longRun.id,
    },
  };
}

function workspace(draws: Draws, at: number): PlannedWorkspace {
  const isOfOne = at === 1;
  const keeps = draws.percent(25) ? 3_650 : null;
  return {
    id: draws.id(),
    team: Array.from({ length: isOfOne ? 1 : draws.whole(2, 5) }, () => draws.id<AgentId>()),
    keptDays: at === 2 ? 7 : keeps,
    isRare: at === 3,
  };
}

function statusOf({ whole }: Draws): TaskStatus {
  const drawn = whole(1, 100);
  if (drawn <= 5) return "todo";
  if (drawn <= 8) return "in_review";
  return drawn === 9 ? "in_progress" : "done";
}

/** As the rules demand, and none where the measurement starts work. */
function oneInProgressEach(tasks: readonly PlannedTask[], none: PlannedWorkspace): void {
  const taken = new Set([none]);
  for (const task of tasks) {
    if (task.status !== "in_progress") continue;
    if (taken.has(task.workspace)) task.status = "done";
    taken.add(task.workspace);
  }
}

function giveBytes(runs: PlannedRun[], longRun: PlannedRun, size: Size, draws: Draws): void {
  longRun.bytes = size.longTranscriptBytes;
  const others = runs.filter((run) => run !== longRun);
  const large = others.slice(0, LARGE_TRANSCRIPTS);
  for (const run of large) run.bytes = Math.round(size.transcriptBytes / 30);
  const left =
    size.transcriptBytes - longRun.bytes - large.reduce((sum, { bytes }) => sum + bytes, 0);
  const rest = others.slice(LARGE_TRANSCRIPTS);
  const parts = shared(
    left,
    rest.map(() => draws.heavyTailed()),
  );
  for (const [at, run] of rest.entries()) run.bytes = parts[at]!;
}

function shuffled<Item>(items: readonly Item[], { whole }: Draws): Item[] {
  const result = [...items];
  for (let at = result.length - 1; at > 0; at--) {
    const other = whole(0, at);
    [result[at], result[other]] = [result[other]!, result[at]!];
  }
  return result;
}

function inTheMiddle<Item>(items: readonly Item[], those: readonly Item[]): Item[] {
  const half = Math.floor(items.length / 2);
  return [...items.slice(0, half), ...those, ...items.slice(half)];
}
