import type { ChatMessage } from "@malamar/contract/chat.ts";
import type { ChatId } from "@malamar/contract/ids.ts";
import { createOutbox } from "#lib/outbox.ts";

export const messageOutbox = createOutbox<ChatId, ChatMessage>("message", (message) => ({
  ...message,
  isOwn: message.role === "user",
  content: message.message,
}));
