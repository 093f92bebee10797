import type { RefObject } from "react";
import { useShortcuts } from "#lib/shortcuts.ts";

/** From row to row by keys; without the focus on one, from the chat that is open, or to the first in sight. */
export function useRowKeys(list: RefObject<HTMLElement | null>) {
  const move = (step: 1 | -1) => {
    // Rows just out of sight are drawn as well, so there is a next one unless this is the last.
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
