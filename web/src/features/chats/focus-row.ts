import type { ChatId } from "@malamar/contract/ids.ts";

/** Focuses the chat's row in the list, or the page if there is no list. */
export function focusRow(chatId: ChatId) {
  const row = document.querySelector<HTMLElement>(`[data-chat-id="${CSS.escape(chatId)}"]`);
  (row ?? document.querySelector("main"))?.focus();
}
