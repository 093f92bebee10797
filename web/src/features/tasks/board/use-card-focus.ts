import type { TaskId } from "@malamar/contract/ids.ts";
import type { TaskStatus } from "@malamar/contract/task.ts";
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type RefObject,
} from "react";
import { flushSync } from "react-dom";
import { useMatch } from "react-router";
import { nextFrame } from "#lib/next-frame.ts";
import { useShortcuts } from "#lib/shortcuts.ts";
import {
  cardAt,
  columnBeside,
  firstCard,
  heirOf,
  nearest,
  placeOf,
  type Columns,
} from "./board.logic.ts";

type Board = RefObject<HTMLElement | null>;

type Seen = {
  /** The column that a phone shows. */
  shown: TaskStatus;
  /** The task that was open before. */
  cameFrom: string | undefined;
};

/**
 * One card of the board is in the tab order, and the board's keys move on from there. The focus
 * follows its card through updates, and goes to a neighbour if the card disappears.
 */
export function useCardFocus(board: Board, columns: Columns, { shown, cameFrom }: Seen) {
  const [activeId, setActiveId] = useActiveCard(columns, cameFrom);
  const tabStop = activeId ?? firstCard(columns, shown);
  const hasFocus = useRef(false);

  useLayoutEffect(() => {
    if (!hasFocus.current || board.current?.contains(document.activeElement)) return;
    // An update must not scroll the page under the user.
    cardElement(board, tabStop)?.focus({ preventScroll: true });
  });

  useLayoutEffect(
    // The board unmounts with its last card.
    () => () => {
      if (hasFocus.current) document.querySelector("main")?.focus();
    },
    [],
  );

  useOpenCard(activeId, (id, isClosed) =>
    whenDrawn(
      () => cardElement(board, id),
      (card) => {
        card.scrollIntoView({ block: "nearest", inline: "nearest" });
        // Leaves the focus alone if it is somewhere else by now.
        const isNowhere = document.activeElement?.matches("body, main") ?? true;
        if (isClosed && isNowhere) card.focus({ preventScroll: true });
      },
    ),
  );

  function focusCard(id: TaskId | null) {
    if (id === null) return;
    // A card out of view is rendered only once it is the tab stop.
    flushSync(() => setActiveId(id));
    const card = cardElement(board, id);
    card?.focus({ preventScroll: true });
    card?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** Starts at the focused card. Without one, the first key press only focuses the board. */
  function move(next: (from: TaskId) => TaskId | null) {
    if (tabStop !== null) focusCard(hasFocus.current ? next(tabStop) : tabStop);
  }

  useShortcuts({
    next_card: () => move((id) => cardBelow(columns, id, 1)),
    previous_card: () => move((id) => cardBelow(columns, id, -1)),
    next_column: () => move((id) => cardBeside(board, columns, id, 1)),
    previous_column: () => move((id) => cardBeside(board, columns, id, -1)),
  });

  return {
    tabStop,
    onFocus: (event: FocusEvent) => {
      const id = idAt(columns, event.target);
      hasFocus.current = id !== null;
      if (id !== null) setActiveId(id);
    },
    onBlur: (event: FocusEvent) => {
      // When the window loses the focus, the card keeps it within the page.
      if (document.activeElement !== event.target) hasFocus.current = false;
    },
  };
}

/** The card focused or opened last, or its successor. */
function useActiveCard(columns: Columns, cameFrom: string | undefined) {
  const [activeId, setActiveId] = useState(() => cardOf(columns, cameFrom));
  const [seen, setSeen] = useState(columns);
  const open = useOpenTask();
  const [seenOpen, setSeenOpen] = useState<string | undefined>();
  if (seen !== columns) {
    setSeen(columns);
    setActiveId(heirOf(seen, columns, activeId));
  }
  // Closing a task that was opened by its address or through its neighbour leads to its card.
  if (seenOpen !== open) {
    const card = cardOf(columns, open);
    // The card may not be loaded yet.
    if (open === undefined || card !== null) setSeenOpen(open);
    if (card !== null) setActiveId(card);
  }
  return [activeId, setActiveId] as const;
}

/** The board scrolls to a task opened next to it, and gets the focus back when that closes. */
function useOpenCard(activeId: TaskId | null, show: (id: TaskId, isClosed: boolean) => void) {
  const open = useOpenTask();
  const follow = useEffectEvent((isClosed: boolean) => {
    if (activeId !== null) show(activeId, isClosed);
  });
  const followed = useRef<string | null>(null);
  useEffect(() => {
    const next = open ?? "";
    if (followed.current === next) return;
    followed.current = next;
    follow(next === "");
  }, [open]);
}

function useOpenTask(): string | undefined {
  return useMatch("/workspaces/:id/tasks/:taskId")?.params.taskId;
}

function cardOf(columns: Columns, id: string | undefined): TaskId | null {
  const place = id === undefined ? null : placeOf(columns, id);
  return place && cardAt(columns, place);
}

function cardBelow(columns: Columns, id: TaskId, by: number): TaskId | null {
  const place = placeOf(columns, id);
  return place && cardAt(columns, { ...place, index: place.index + by });
}

/** The visually nearest card, whatever the scroll positions. */
function cardBeside(board: Board, columns: Columns, id: TaskId, way: -1 | 1): TaskId | null {
  const place = placeOf(columns, id);
  const status = place && columnBeside(columns, place.status, way);
  if (status === null) return null;
  const cards = [
    ...(board.current?.querySelectorAll(`[data-column="${status}"] [data-task-id]`) ?? []),
  ].map((element) => ({ middle: middleOf(element), element }));
  const from = cardElement(board, id);
  const found = from && nearest(cards, middleOf(from));
  return found && idAt(columns, found.element);
}

function middleOf(element: Element): number {
  const { top, height } = element.getBoundingClientRect();
  return top + height / 2;
}

/** A new board renders its cards only once it knows its height. */
function whenDrawn(find: () => HTMLElement | null, then: (card: HTMLElement) => void, tries = 10) {
  const card = find();
  if (card !== null) return then(card);
  if (tries > 0) nextFrame(() => whenDrawn(find, then, tries - 1));
}

function cardElement(board: Board, id: TaskId | null): HTMLElement | null {
  if (id === null) return null;
  return board.current?.querySelector<HTMLElement>(`[data-task-id="${CSS.escape(id)}"]`) ?? null;
}

/** Accepts the card and its buttons. */
export function idAt(columns: Columns, element: Element | null): TaskId | null {
  const card = element?.closest("li")?.querySelector<HTMLElement>("[data-task-id]");
  const place = placeOf(columns, card?.dataset["taskId"] ?? "");
  return place && cardAt(columns, place);
}
