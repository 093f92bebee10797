import type { Chat } from "@malamar/contract/chat.ts";
import { DeleteDialog } from "#components/delete-dialog.tsx";
import type { FocusReturn } from "#components/ui/dialog-parts.ts";
import { useDeleteChat } from "#features/chats/mutations.ts";
import { letUnsavedGo } from "#lib/unsaved.ts";
import { messageOutbox } from "./message-outbox.ts";
import { cancelUploads } from "./uploads.ts";
import { useCloseChat } from "./use-close-chat.ts";

type DeleteChatDialogProps = FocusReturn & { chat: Chat; onClose: () => void };

export function DeleteChatDialog({ chat, onClose, returnFocusTo }: DeleteChatDialogProps) {
  const closeChat = useCloseChat();
  return (
    <DeleteDialog
      what="chat"
      id={chat.id}
      name={chat.title}
      remove={useDeleteChat(chat.workspace_id)}
      onDeleted={() => {
        messageOutbox.forget(chat.id);
        cancelUploads(chat.id);
        letUnsavedGo();
        closeChat();
      }}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    >
      Also deletes its messages, runs and transcripts, and stops any active run. Attached files stay
      where they are.
    </DeleteDialog>
  );
}
