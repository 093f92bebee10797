import type { ChatId } from "@malamar/contract/ids.ts";

/** To the row of a chat in the list, or to the page where there is none. */
export function focusRow(chatId: ChatId) {
  const row = document.querySelector<HTMLElement>(`[data-chat-id="${CSS.escape(chatId)}"]`);
  (row ?? document.querySelector("main"))?.focus();
}
