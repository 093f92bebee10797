import { Component, type ReactNode, type RefObject } from "react";
import { shiftsBetween, type Box, type Shift } from "./moving-cards.logic.ts";

const MOTION = { duration: 180, easing: "ease-out" };

type MovingCardsProps = {
  board: RefObject<HTMLElement | null>;
  /** When this changes, cards may have moved. */
  columns: unknown;
  children: ReactNode;
};

/**
 * Animates cards to their new places. A class component, because only getSnapshotBeforeUpdate can
 * measure right before an update. It measures rendered rows only, so thousands of cards cost no
 * more.
 */
export class MovingCards extends Component<MovingCardsProps> {
  override getSnapshotBeforeUpdate(before: MovingCardsProps): ReadonlyMap<string, Box> | null {
    const board = this.props.board.current;
    if (before.columns === this.props.columns || board === null || !isMotionWelcome()) return null;
    return boxesIn(board);
  }

  override componentDidUpdate(
    _props: MovingCardsProps,
    _state: unknown,
    before: ReadonlyMap<string, Box> | null,
  ) {
    const board = this.props.board.current;
    if (before === null || before.size === 0 || board === null) return;
    const shifts = shiftsBetween(before, boxesIn(board), board.getBoundingClientRect());
    for (const shift of shifts) show(board, shift);
  }

  override render() {
    return this.props.children;
  }
}

function isMotionWelcome(): boolean {
  return !document.hidden && !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function cardsIn(board: HTMLElement): HTMLElement[] {
  return [...board.querySelectorAll<HTMLElement>("[data-task-id]")];
}

function boxesIn(board: HTMLElement): Map<string, Box> {
  return new Map(
    cardsIn(board).map((card) => [card.dataset["taskId"] ?? "", card.getBoundingClientRect()]),
  );
}

function show(board: HTMLElement, { id, from, to, isAcross }: Shift) {
  const card = cardsIn(board).find(({ dataset }) => dataset["taskId"] === id);
  if (card === undefined) return;
  const glide = [
    { transform: `translate(${from.left - to.left}px, ${from.top - to.top}px)` },
    { transform: "none" },
  ];
  if (!isAcross) {
    card.animate(glide, MOTION);
    return;
  }
  // A column clips what is outside, so a copy above the board moves instead.
  const copy = copyOf(card, to);
  document.body.append(copy);
  card.animate([{ opacity: 0 }, { opacity: 0 }], MOTION);
  copy.animate(glide, MOTION).addEventListener("finish", () => copy.remove());
}

function copyOf(card: HTMLElement, { left, top, width, height }: Box): HTMLElement {
  const copy = document.createElement("div");
  copy.setAttribute("aria-hidden", "true");
  copy.inert = true;
  copy.className = "pointer-events-none fixed z-30 overflow-hidden";
  Object.assign(copy.style, {
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
  });
  const inner = card.cloneNode(true);
  if (inner instanceof HTMLElement) inner.removeAttribute("data-task-id");
  copy.append(inner);
  return copy;
}
