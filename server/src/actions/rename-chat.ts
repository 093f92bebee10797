import { UNTITLED_CHAT } from "@malamar/contract/plain/chat.ts";
import { Name } from "@malamar/contract/text.ts";
import { defineAction, quotedName } from "./action.ts";

export const renameChat = defineAction({
  type: "rename_chat",
  isForEveryone: true,
  about: "Give this chat a short title. Only in your first answer; later ones are ignored.",
  example: { type: "rename_chat", title: "A reviewer for TypeScript" },
  fields: { title: Name },
  perform: ({ title }, { chat, actor, isFirstAnswer }, { chatService }) => {
    // A title that a person gave stays.
    if (!isFirstAnswer || chat.title !== UNTITLED_CHAT) return null;
    chatService.update(actor, chat.id, { title });
    return { text: `Renamed this chat to ${quotedName(title)}` };
  },
});
