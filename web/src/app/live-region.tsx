import { useEffect, useState } from "react";
import { createAnnouncer, type Clock } from "./announcer.logic.ts";
import type { ServerEvents } from "./server-events.ts";
import { taskNews } from "./task-news.logic.ts";

const clock: Clock = {
  now: () => performance.now(),
  wait: (ms, then) => {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
};

/** Tells screen readers what the team does, one sentence at a time, in the visible tab only. */
export function LiveRegion({ events }: { events: ServerEvents }) {
  const [sentence, setSentence] = useState("");
  useEffect(() => {
    const { announce, forget } = createAnnouncer(setSentence, clock);
    const leave = () => document.hidden && forget();
    const unsubscribe = events.subscribe((event) => {
      const news = taskNews(event);
      if (news !== null && !document.hidden) announce(news);
    });
    document.addEventListener("visibilitychange", leave);
    return () => {
      document.removeEventListener("visibilitychange", leave);
      unsubscribe();
      forget();
    };
  }, [events]);
  return (
    <p data-slot="live-region" aria-live="polite" aria-atomic className="sr-only">
      {sentence}
    </p>
  );
}
