import { useEffect, useState, type RefObject } from "react";

type Near = { card: HTMLElement | null; isTapped: boolean };

/** While one of these is open, its card's buttons must stay mounted. */
const OPEN =
  "[role=alertdialog], [role=menu], [data-palette], [data-slot=loading-part], [data-slot=drag-ghost]";

/**
 * The hovered card, or else the card with the keyboard focus. Touch devices have no hover: there a
 * tap on the menu sign counts.
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
      // While the keyboard focus is on the buttons they stay, wherever the mouse is.
      const isHeld =
        columns.querySelector("[data-slot=card-actions] :focus-visible") !== null || isOpen();
      if (pointerType !== "touch" && !isHeld) setCard(cardOf(target));
    };
    const focus = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.matches(":focus-visible")) setCard(cardOf(target));
    };
    const leave = () => {
      // The palette lists these buttons, and a question that one of them asks would unmount with
      // them.
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
    // Not pointerover, because scrolling under a resting mouse is not pointing.
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
