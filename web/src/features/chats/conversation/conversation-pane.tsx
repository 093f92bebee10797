import type { ChatId } from "@malamar/contract/ids.ts";
import { useEffect, useEffectEvent, useRef, type ReactNode } from "react";
import { focusRow } from "#features/chats/focus-row.ts";
import { IS_WIDE } from "#lib/breakpoints.ts";
import { useMediaQuery } from "#lib/media-query.ts";
import { useCloseChat } from "./use-close-chat.ts";

type ConversationPaneProps = { chatId: ChatId | null; children: ReactNode };

/** One conversation: next to the list, or a page of its own where both do not fit. */
export function ConversationPane({ chatId, children }: ConversationPaneProps) {
  const paneRef = useRef<HTMLElement>(null);
  const isWide = useMediaQuery(IS_WIDE);
  const close = useCloseChat();
  const goToList = () => {
    if (isWide && chatId !== null) focusRow(chatId);
    else close();
  };
  useEscape(paneRef, goToList);
  // The pane has the focus until there is a box to write in, and on devices where that would open
  // the keyboard.
  useEffect(() => {
    const pane = paneRef.current;
    if (!pane?.contains(document.activeElement)) pane?.focus({ preventScroll: true });
  }, []);
  return (
    <section
      ref={paneRef}
      aria-label="Conversation"
      tabIndex={-1}
      className="flex min-h-0 min-w-0 flex-1 flex-col outline-none"
    >
      {children}
    </section>
  );
}

/** Escape within the pane closes it, unless an editor or a menu needs the key. */
function useEscape(pane: { current: HTMLElement | null }, onEscape: () => void) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
    const isHere = event.target instanceof Element && pane.current?.contains(event.target);
    if (!isHere || event.target.closest("[data-editor]") !== null) return;
    onEscape();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}
