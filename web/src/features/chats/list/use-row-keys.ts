import type { RefObject } from "react";
import { useShortcuts } from "#lib/shortcuts.ts";

/**
 * Moves from row to row by keys. If no row has the focus, it starts at the open chat or the first
 * visible row.
 */
export function useRowKeys(list: RefObject<HTMLElement | null>) {
  const move = (step: 1 | -1) => {
    // Rows just out of view are rendered too, so a missing neighbour means the end of the list.
    const rows = [...(list.current?.querySelectorAll<HTMLElement>("[data-chat-id]") ?? [])];
    const focused = rows.findIndex((row) => row === document.activeElement);
    const index = focused === -1 ? rows.findIndex(({ ariaCurrent }) => ariaCurrent) : focused;
    const row = index === -1 ? rows.find((each) => isBelowTop(each, list)) : rows[index + step];
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: "nearest" });
  };
  useShortcuts({ next_chat: () => move(1), previous_chat: () => move(-1) });
}

function isBelowTop(row: HTMLElement, list: RefObject<HTMLElement | null>): boolean {
  const top = list.current?.getBoundingClientRect().top ?? 0;
  return row.getBoundingClientRect().top >= top;
}
