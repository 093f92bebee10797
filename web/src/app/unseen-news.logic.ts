import type { TaskNews } from "./task-news.logic.ts";

/** As long as a toast lives: what is older would have come and gone. */
const FRESH_MS = 5_000;

/** What happens while nobody looks at the tab. Who comes back at once still sees it; later it is old. */
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
