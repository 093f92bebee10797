import type { TaskId } from "@malamar/contract/ids.ts";
import { useState, type MouseEvent } from "react";
import { useShortcuts } from "#lib/shortcuts.ts";
import type { Columns } from "./board.logic.ts";
import { NOTHING_SELECTED, extendedTo, selectedTasks, toggled } from "./selection.logic.ts";

/**
 * Selects cards to change together: `x` selects the focused card, Shift extends the selection. On
 * touch devices the menu selects the first card, and taps select further ones.
 */
export function useSelection(columns: Columns, cardAt: (element: Element | null) => TaskId | null) {
  const [selection, setSelection] = useState(NOTHING_SELECTED);
  const tasks = selectedTasks(selection, columns);
  const clear = () => setSelection(NOTHING_SELECTED);
  const toggle = (id: TaskId | null) => id !== null && setSelection(toggled(selection, id));
  const extend = (id: TaskId | null) =>
    id !== null && setSelection(extendedTo(selection, columns, id));

  useShortcuts({
    select_card: () => toggle(cardAt(document.activeElement)),
    select_range: () => extend(cardAt(document.activeElement)),
    // Without a selection, Escape is left to others.
    ...(tasks.length > 0 && { clear_selection: clear }),
  });

  return {
    ids: selection.ids,
    tasks,
    toggle,
    clear,
    /** Runs before the card opens its task. */
    onClickCapture: (event: MouseEvent) => {
      const card = event.target instanceof Element && event.target.closest("[data-task-id]");
      if (!card) return;
      const { nativeEvent } = event;
      const isTap = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === "touch";
      if (!event.shiftKey && !(isTap && tasks.length > 0)) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.shiftKey) extend(cardAt(card));
      else toggle(cardAt(card));
    },
  };
}
