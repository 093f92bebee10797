import type { Question } from "../harness/asked.ts";
import type { Landmarks } from "./plan.ts";
import { COMMON_WORD, MISSING_WORD, RARE_WORD } from "./texts.ts";

/** What to measure, and how many events the long transcript has. */
export interface Looked extends Landmarks {
  events: number;
}

export interface Asked {
  name: string;
  question: (at: Looked) => Question;
}

/** As many events as the page requests when a transcript is opened. */
const PAGE = 200;

const asked = (name: string, paths: (at: Looked) => string[]): Asked => ({
  name,
  question: (at) => ({ paths: paths(at) }),
});

/** As the page requests it, or page by page where a big data set would have more. */
export const LISTS = [
  asked("home, 50 workspaces", () => ["/api/workspaces?limit=50"]),
  asked("a board of 300 tasks", ({ board }) => [
    `/api/workspaces/${board}/tasks`,
    `/api/workspaces/${board}/agents`,
  ]),
  asked("100 tasks of the largest board", ({ largest }) => [
    `/api/workspaces/${largest}/tasks?limit=100`,
  ]),
  asked("60 chats", ({ board }) => [`/api/workspaces/${board}/chats?q=`]),
];

export const DETAILS: readonly Asked[] = [
  asked("a task with 40 comments and 12 runs", ({ task }) => taskPaths(task)),
  asked("a task with 5,000 comments", ({ longTask }) => taskPaths(longTask)),
  asked("a chat of 100 messages", ({ chat }) => [`/api/chats/${chat}`]),
  asked("a transcript at its beginning", ({ longRun }) => [
    `/api/runs/${longRun}/transcript?limit=${PAGE}`,
  ]),
  asked("a transcript in its middle", ({ longRun, events }) => [
    `/api/runs/${longRun}/transcript?after=${Math.floor(events / 2)}&limit=${PAGE}`,
  ]),
  asked("a transcript at its end", ({ longRun }) => [
    `/api/runs/${longRun}/transcript?last=${PAGE}`,
  ]),
  { name: "the stream of events", question: () => ({ paths: ["/api/events"], isStream: true }) },
];

/** Everything at once: where more is stored, more is requested. */
export const WHOLES = [
  asked("home, all workspaces (60, 1,000)", () => ["/api/workspaces"]),
  asked("the largest board (100, 10,000 tasks)", ({ largest }) => [
    `/api/workspaces/${largest}/tasks`,
  ]),
  asked("everything that needs someone", () => ["/api/attention"]),
];

export const SEARCHES = [
  search("a rare word, 5 hits", RARE_WORD),
  search("a common word, 20 hits", COMMON_WORD),
  search("its first three letters, 20 hits", COMMON_WORD.slice(0, 3)),
  search("its first two letters, 20 hits", COMMON_WORD.slice(0, 2)),
  search("words that no title has", MISSING_WORD),
  search("two letters that no title has", "qx"),
];

function taskPaths(id: string): string[] {
  return ["", "/comments", "/logs", "/runs"].map((part) => `/api/tasks/${id}${part}`);
}

function search(name: string, q: string): Asked {
  return asked(name, () => [`/api/search?q=${encodeURIComponent(q)}`]);
}
