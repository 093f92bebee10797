import { useEffect, useState, type RefObject } from "react";

type Near = { card: HTMLElement | null; isTapped: boolean };

/** While one of these is open, what it belongs to must not go. */
const OPEN =
  "[role=alertdialog], [role=menu], [data-palette], [data-slot=loading-part], [data-slot=drag-ghost]";

/**
 * The card that the mouse points at, or else the one that the keyboard is at. Fingers point at nothing:
 * they tap the sign of a card's menu.
 */
export function useNearCard(board: RefObject<HTMLElement | null>): Near {
  const [near, setNear] = useState<Near>({ card: null, isTapped: false });
  useEffect(() => {
    const columns = board.current;
    if (columns === null) return undefined;
    const setCard = (card: HTMLElement | null) =>
      setNear((before) => (before.card === card ? before : { card, isTapped: false }));
    const settle = () => setCard(cardIn(columns, ":focus-visible") ?? cardIn(columns, ":hover"));
    const point = ({ pointerType, target }: PointerEvent) => {
      // Whoever is at the buttons by keyboard keeps them, wherever the mouse lies.
      const isHeld =
        columns.querySelector("[data-slot=card-actions] :focus-visible") !== null || isOpen();
      if (pointerType !== "touch" && !isHeld) setCard(cardOf(target));
    };
    const focus = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.matches(":focus-visible")) setCard(cardOf(target));
    };
    const leave = () => {
      // The palette has them, too, and a question that one of them asks would go with them.
      if (!isOpen()) settle();
    };
    const blur = ({ relatedTarget: next }: FocusEvent) => {
      if (!(next instanceof Node && columns.contains(next))) leave();
    };
    const tap = ({ target }: MouseEvent) => {
      const isSign = target instanceof Element && target.closest("[data-slot=card-menu]") !== null;
      if (isSign) setNear({ card: cardOf(target), isTapped: true });
    };
    const gone = new AbortController();
    const { signal } = gone;
    // Not "over": what is scrolled under a mouse that rests is not pointed at.
    columns.addEventListener("pointermove", point, { signal, passive: true });
    columns.addEventListener("pointerleave", leave, { signal });
    columns.addEventListener("focusin", focus, { signal });
    columns.addEventListener("focusout", blur, { signal });
    columns.addEventListener("click", tap, { signal });
    settle();
    return () => gone.abort();
  }, [board]);
  return near;
}

function isOpen(): boolean {
  return document.querySelector(OPEN) !== null;
}

function cardOf(target: EventTarget | null): HTMLElement | null {
  const row = target instanceof Element ? target.closest("li") : null;
  return row?.querySelector<HTMLElement>("[data-task-id]") ?? null;
}

function cardIn(columns: HTMLElement, state: string): HTMLElement | null {
  return cardOf(columns.querySelector(`li:has([data-task-id]) ${state}`));
}
