import { STATUS_LABELS } from "@malamar/contract/plain/task.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { StatusIcon } from "#components/task-status.tsx";
import { ToastLink } from "#components/toast-link.tsx";
import { toast } from "#lib/toast.ts";
import { isOwnMove } from "./own-moves.logic.ts";
import type { ServerEvents } from "./server-events.ts";
import { taskNews, taskPath, type TaskNews } from "./task-news.logic.ts";
import { createToastLimit, summaryText, type Shown } from "./toast-limit.logic.ts";
import { createUnseenNews } from "./unseen-news.logic.ts";

const SUMMARY_ID = "more-task-news";

/** Shows toasts about tasks that are not open. */
export function TaskToasts({ events }: { events: ServerEvents }) {
  const queryClient = useQueryClient();
  useEffect(() => {
    const limit = createToastLimit(Date.now);
    const unseen = createUnseenNews(Date.now);
    const unsubscribe = events.subscribe((event) => {
      const news = taskNews(event);
      if (news === null || news.kind === "started") return;
      if (news.kind === "in_review" && isOwnMove(queryClient, news.taskId, Date.now())) return;
      if (document.hidden) return unseen.keep(news);
      if (!isOpen(news)) show(limit(news));
    });
    const comeBack = () => {
      if (document.hidden) return;
      for (const news of unseen.take()) if (!isOpen(news)) show(limit(news));
    };
    document.addEventListener("visibilitychange", comeBack);
    return () => {
      document.removeEventListener("visibilitychange", comeBack);
      unsubscribe();
    };
  }, [events, queryClient]);
  return null;
}

/** The open task shows it already. */
function isOpen(news: TaskNews): boolean {
  return window.location.pathname === taskPath(news);
}

function show(shown: Shown) {
  if (shown.kind === "news") return showNews(shown.news);
  const content = (
    <ToastLink to="/" title={summaryText(shown)} onClick={() => toast.dismiss(SUMMARY_ID)} />
  );
  if (shown.failed > 0) toast.error(content, { id: SUMMARY_ID });
  else toast.info(content, { id: SUMMARY_ID });
}

const TITLES = {
  error: "Error",
  in_review: STATUS_LABELS.in_review,
  created: "Task created",
  started: "",
};

/** One toast per task: its latest news replaces the previous text. */
function showNews(news: TaskNews) {
  const id = news.taskId;
  const content = (
    <ToastLink to={taskPath(news)} title={TITLES[news.kind]} onClick={() => toast.dismiss(id)}>
      <span className="line-clamp-2 font-normal">{news.summary}</span>
      {news.kind === "error" && (
        <span className="line-clamp-2 font-normal text-muted">{news.detail}</span>
      )}
    </ToastLink>
  );
  if (news.kind === "error") toast.error(content, { id });
  else if (news.kind === "created") toast.success(content, { id });
  else toast.info(content, { id, icon: <StatusIcon status="in_review" className="size-4" /> });
}
