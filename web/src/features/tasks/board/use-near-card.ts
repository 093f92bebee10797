import { useEffect, useState, type RefObject } from "react";

/** The card that the mouse points at, or else the one that the keyboard is at. Fingers point at nothing. */
export function useNearCard(board: RefObject<HTMLElement | null>): HTMLElement | null {
  const [card, setCard] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const columns = board.current;
    if (columns === null) return undefined;
    const settle = () => setCard(cardIn(columns, ":focus-visible") ?? cardIn(columns, ":hover"));
    const point = ({ pointerType, target }: PointerEvent) => {
      // Whoever is at the buttons by keyboard keeps them, wherever the mouse lies.
      const isHeld = columns.querySelector("[data-slot=card-actions] :focus-visible") !== null;
      if (pointerType !== "touch" && !isHeld) setCard(cardOf(target));
    };
    const focus = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.matches(":focus-visible")) setCard(cardOf(target));
    };
    const leave = () => {
      // The palette has them, too, and a question that one of them asks would go with them.
      if (document.querySelector("[role=alertdialog], [data-palette]") === null) settle();
    };
    const blur = ({ relatedTarget: next }: FocusEvent) => {
      if (!(next instanceof Node && columns.contains(next))) leave();
    };
    const gone = new AbortController();
    const { signal } = gone;
    // Not "over": what is scrolled under a mouse that rests is not pointed at.
    columns.addEventListener("pointermove", point, { signal, passive: true });
    columns.addEventListener("pointerleave", leave, { signal });
    columns.addEventListener("focusin", focus, { signal });
    columns.addEventListener("focusout", blur, { signal });
    settle();
    return () => gone.abort();
  }, [board]);
  return card;
}

function cardOf(target: EventTarget | null): HTMLElement | null {
  const row = target instanceof Element ? target.closest("li") : null;
  return row?.querySelector<HTMLElement>("[data-task-id]") ?? null;
}

function cardIn(columns: HTMLElement, state: string): HTMLElement | null {
  return cardOf(columns.querySelector(`li:has([data-task-id]) ${state}`));
}
