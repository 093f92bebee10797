import type { TaskNews } from "./task-news.logic.ts";

/** More than this in a second is a burst, for example after the computer has slept. */
const MOST_PER_SECOND = 3;
const SECOND_MS = 1_000;

/** After a toast's lifetime the summary has left the screen, so counting starts again. */
const SUMMARY_MS = 5_000;

type Summary = { kind: "summary"; inReview: number; failed: number; created: number };
export type Shown = { kind: "news"; news: TaskNews } | Summary;

/** Lets the first few through and counts the tasks of the rest. */
export function createToastLimit(now: () => number) {
  let shownAt: number[] = [];
  let countedAt = Number.NEGATIVE_INFINITY;
  /** The tasks that were only counted, with the latest news of each. */
  const counted = new Map<string, TaskNews["kind"]>();

  return function limit(news: TaskNews): Shown {
    const at = now();
    shownAt = shownAt.filter((time) => at - time < SECOND_MS);
    if (shownAt.length < MOST_PER_SECOND) {
      shownAt.push(at);
      return { kind: "news", news };
    }
    if (at - countedAt >= SUMMARY_MS) counted.clear();
    countedAt = at;
    counted.set(news.taskId, news.kind);
    const count = (wanted: TaskNews["kind"]) =>
      [...counted.values()].filter((kind) => kind === wanted).length;
    return {
      kind: "summary",
      inReview: count("in_review"),
      failed: count("error"),
      created: count("created"),
    };
  };
}

/** "5 more tasks are In Review", "1 more task failed, 2 more tasks are In Review". */
export function summaryText({ inReview, failed, created }: Summary): string {
  const parts = [
    failed > 0 ? `${more(failed)} failed` : null,
    inReview > 0 ? `${more(inReview)} ${inReview === 1 ? "is" : "are"} In Review` : null,
    created > 0 ? `${more(created)} ${created === 1 ? "was" : "were"} created` : null,
  ];
  return parts.filter((part) => part !== null).join(", ");
}

function more(count: number): string {
  return count === 1 ? "1 more task" : `${count.toLocaleString()} more tasks`;
}
