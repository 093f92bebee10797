import { useState, type MouseEvent, type PointerEvent } from "react";
import type { Side } from "#components/diff/patch.logic.ts";
import type { FileTarget } from "./moves.logic.ts";

type Grip = { path: string; side: Side; line: number };

/**
 * Chooses lines with the pointer: a press on a number is that line, a drag is all lines up to the
 * number where it ends. Fingers scroll instead of dragging, and can only tap.
 */
export function useLineSelection(onChosen: (target: FileTarget, by: "drag" | "tap") => void) {
  const [grip, setGrip] = useState<Grip | null>(null);
  const [last, setLast] = useState<number | null>(null);
  const target = grip === null ? null : targetOf(grip, last ?? grip.line);

  const end = () => {
    setGrip(null);
    setLast(null);
  };

  return {
    /** While the pointer is down. */
    target,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        const found = gripOf(event.target);
        // For fingers, a tap is a click.
        if (found === null || event.pointerType !== "mouse" || event.button !== 0) return;
        // The focus stays in the list, and no text is selected.
        event.preventDefault();
        setGrip(found);
      },
      onPointerOver: (event: PointerEvent) => {
        if (grip === null || !(event.target instanceof Element)) return;
        const row = event.target.closest("[data-row]");
        const number = row?.querySelector(`button[data-side="${grip.side}"]`) ?? null;
        const found = gripOf(number);
        if (found !== null && found.path === grip.path) setLast(found.line);
      },
      onPointerUp: () => {
        if (target === null) return;
        end();
        onChosen(target, "drag");
      },
      onPointerLeave: end,
      onPointerCancel: end,
      onClick: (event: MouseEvent) => {
        const isMouse =
          event.nativeEvent instanceof window.PointerEvent &&
          event.nativeEvent.pointerType === "mouse";
        const found = gripOf(event.target);
        if (found !== null && !isMouse) onChosen(targetOf(found, found.line), "tap");
      },
    },
  };
}

function gripOf(target: EventTarget | null): Grip | null {
  const button =
    target instanceof Element ? target.closest<HTMLElement>("button[data-line]") : null;
  const path = button?.closest<HTMLElement>("[data-path]")?.dataset["path"];
  if (button === null || path === undefined) return null;
  const side = button.dataset["side"] === "old" ? "old" : "new";
  return { path, side, line: Number(button.dataset["line"]) };
}

function targetOf({ path, side, line }: Grip, other: number): FileTarget {
  return { path, side, line: Math.min(line, other), end_line: Math.max(line, other) };
}
