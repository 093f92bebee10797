import type { TaskStatus } from "@malamar/contract/task.ts";
import { useEffect, useEffectEvent, useLayoutEffect, useState, type RefObject } from "react";
import { useNavigation, useParams, useSearchParams } from "react-router";
import { COLUMNS, columnToLookAt, readColumn, withColumn, type Columns } from "./board.logic.ts";
import { PHONE } from "./use-is-phone.ts";

/** A swipe ends a little after its midpoint. */
const SETTLED_MS = 300;

/**
 * The column that a phone shows, scrolled to by the switch or by a swipe and stored in the address.
 * It has no effect on wider windows.
 */
export function useShownColumn(board: RefObject<HTMLElement | null>, columns: Columns | undefined) {
  const [search, setSearch] = useSearchParams();
  const [wanted, setWanted] = useState(() => readColumn(search));
  // The first tasks decide which column to show, and that choice stays.
  if (wanted === null && columns !== undefined) setWanted(columnToLookAt(columns));
  const shown = wanted ?? "todo";
  const isThere = columns !== undefined;

  const [chosen, setChosen] = useState<TaskStatus | null>(null);
  const isTaskOpen = useParams()["taskId"] !== undefined;
  const isLeaving = useNavigation().state !== "idle";

  const putIntoAddress = useEffectEvent((status: TaskStatus) => {
    setSearch((current) => withColumn(current, status), {
      replace: true,
      preventScrollReset: true,
    });
  });
  useEffect(() => {
    // Changing the address now could undo the tap that opens a task, or close a task.
    if (chosen === null || isTaskOpen || isLeaving) return undefined;
    const timer = setTimeout(() => putIntoAddress(chosen), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [chosen, isTaskOpen, isLeaving]);

  function remember(status: TaskStatus) {
    setWanted(status);
    setChosen(status);
  }

  const bringIntoView = useEffectEvent(() => scrollToColumn(board.current, shown));
  useLayoutEffect(() => {
    if (isThere) bringIntoView();
  }, [isThere]);
  useEffect(() => {
    const phone = window.matchMedia(PHONE);
    const bring = () => bringIntoView();
    phone.addEventListener("change", bring);
    return () => phone.removeEventListener("change", bring);
  }, []);

  return {
    shown,
    show: (status: TaskStatus) => {
      scrollToColumn(board.current, status);
      remember(status);
    },
    /** A swipe counts from its midpoint. */
    onScroll: () => {
      const { scrollLeft = 0, clientWidth = 1 } = board.current ?? {};
      const status = COLUMNS[Math.round(scrollLeft / clientWidth)];
      if (!window.matchMedia(PHONE).matches || status === undefined || status === shown) return;
      remember(status);
    },
  };
}

function scrollToColumn(board: HTMLElement | null, status: TaskStatus) {
  if (board === null || !window.matchMedia(PHONE).matches) return;
  board.scrollTo({ left: COLUMNS.indexOf(status) * board.clientWidth, behavior: "instant" });
}
