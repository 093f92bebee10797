import type { TaskNews } from "./task-news.logic.ts";

/** A toast's lifetime: anything older would be gone by now. */
const FRESH_MS = 5_000;

/** Keeps news that arrives while the tab is hidden. It is shown only if the user returns soon. */
export function createUnseenNews(now: () => number) {
  let kept: { news: TaskNews; at: number }[] = [];
  const fresh = () => kept.filter(({ at }) => now() - at <= FRESH_MS);

  function keep(news: TaskNews) {
    kept = [...fresh(), { news, at: now() }];
  }

  function take(): TaskNews[] {
    const taken = fresh().map(({ news }) => news);
    kept = [];
    return taken;
  }

  return { keep, take };
}
