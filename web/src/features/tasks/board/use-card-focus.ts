import type { TaskId } from "@malamar/contract/ids.ts";
import type { TaskStatus } from "@malamar/contract/task.ts";
import { useLayoutEffect, useRef, useState, type FocusEvent, type RefObject } from "react";
import { flushSync } from "react-dom";
import { useMatch } from "react-router";
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

/**
 * One card of the board is reached by Tab, and the board's keys lead on from there. The focus stays
 * with its card wherever an update moves it, and goes to the neighbour when the card is gone.
 */
export function useCardFocus(board: Board, columns: Columns, shown: TaskStatus) {
  const [activeId, setActiveId] = useActiveCard(columns);
  const tabStop = activeId ?? firstCard(columns, shown);
  const hasFocus = useRef(false);

  useLayoutEffect(() => {
    if (!hasFocus.current || board.current?.contains(document.activeElement)) return;
    // Nothing moves by itself under somebody's eyes.
    cardElement(board, tabStop)?.focus({ preventScroll: true });
  });

  useLayoutEffect(
    // With its last card the board goes too.
    () => () => {
      if (hasFocus.current) document.querySelector("main")?.focus();
    },
    [],
  );

  function focusCard(id: TaskId | null) {
    if (id === null) return;
    // A card that is out of sight is only drawn once it is the tab stop.
    flushSync(() => setActiveId(id));
    const card = cardElement(board, id);
    card?.focus({ preventScroll: true });
    card?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** From the card with the focus; without one, the first key only leads to the board. */
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
      // When the whole window loses the focus, the card still has it within the page.
      if (document.activeElement !== event.target) hasFocus.current = false;
    },
  };
}

/** The card that was focused or opened last, as long as there is something left of it. */
function useActiveCard(columns: Columns) {
  const [activeId, setActiveId] = useState<TaskId | null>(null);
  const [seen, setSeen] = useState(columns);
  const open = useMatch("/workspaces/:id/tasks/:taskId")?.params.taskId;
  const [seenOpen, setSeenOpen] = useState<string | undefined>();
  if (seen !== columns) {
    setSeen(columns);
    setActiveId(heirOf(seen, columns, activeId));
  }
  // A task that was opened by its address, or by leafing, has its card there when it closes.
  if (seenOpen !== open) {
    const place = open === undefined ? null : placeOf(columns, open);
    // Its card may not be loaded yet.
    if (open === undefined || place !== null) setSeenOpen(open);
    if (place !== null) setActiveId(cardAt(columns, place));
  }
  return [activeId, setActiveId] as const;
}

function cardBelow(columns: Columns, id: TaskId, by: number): TaskId | null {
  const place = placeOf(columns, id);
  return place && cardAt(columns, { ...place, index: place.index + by });
}

/** Beside it as the eye sees it, whatever was scrolled. */
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

function cardElement(board: Board, id: TaskId | null): HTMLElement | null {
  if (id === null) return null;
  return board.current?.querySelector<HTMLElement>(`[data-task-id="${CSS.escape(id)}"]`) ?? null;
}

/** Of the card, or of one of its buttons. */
export function idAt(columns: Columns, element: Element | null): TaskId | null {
  const card = element?.closest("li")?.querySelector<HTMLElement>("[data-task-id]");
  const place = placeOf(columns, card?.dataset["taskId"] ?? "");
  return place && cardAt(columns, place);
}
