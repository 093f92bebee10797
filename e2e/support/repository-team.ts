import { demoAgent } from "./board.ts";

/** Where the work of every visit can be seen. */
const PART = "work/part.txt";

/** Changes, adds and deletes files, other ones on every visit, and is done. */
export const REPOSITORY_TEAM: readonly ReturnType<typeof demoAgent>[] = [
  demoAgent(
    "Carpenter",
    "always:",
    `write ${PART} Part {visit} of {task}`,
    "write log.txt Visit {visit} of {task}",
    "visit 1:",
    "write work/first.txt Begun for {task}",
    "write work/below/second.txt Begun for {task}",
    "after:",
    "delete work/first.txt",
    "always:",
    "comment Made part {visit} of {task}",
    "review",
  ),
];

interface Work {
  commit_id: string | null;
  visit: number;
  summary: string;
}

/** Where a checkpoint after a visit has its work, and what is in it. */
export function workOf({ commit_id, visit, summary }: Work) {
  return { object: `${commit_id}:${PART}`, content: `Part ${visit} of ${summary}\n` };
}
