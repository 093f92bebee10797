import type { Chat } from "@malamar/contract/chat.ts";
import { toast } from "sonner";
import { ConfirmDialog } from "#components/confirm-dialog.tsx";
import type { FocusReturn } from "#components/ui/dialog-parts.ts";
import { useDeleteChat } from "#features/chats/mutations.ts";
import { errorMessage } from "#lib/error-details.logic.ts";
import { shortened } from "#lib/short-text.logic.ts";
import { letUnsavedGo } from "#lib/unsaved.ts";
import { useCloseChat } from "./chat-shell.tsx";
import { messageOutbox } from "./message-outbox.ts";
import { cancelUploads } from "./uploads.ts";

type DeleteChatDialogProps = FocusReturn & { chat: Chat; onClose: () => void };

export function DeleteChatDialog({ chat, onClose, returnFocusTo }: DeleteChatDialogProps) {
  const remove = useDeleteChat(chat.workspace_id);
  const closeChat = useCloseChat(chat.workspace_id);
  const confirm = () =>
    remove.mutate(chat.id, {
      onSuccess: () => {
        messageOutbox.forget(chat.id);
        cancelUploads(chat.id);
        letUnsavedGo();
        closeChat();
        toast.success("Chat deleted", { description: shortened(chat.title, 200) });
      },
    });
  return (
    <ConfirmDialog
      isOpen
      title="Delete this chat?"
      description={
        <p>
          Its messages, runs and transcripts go with it, and what runs is ended. Attached files stay
          where they are. This cannot be undone.
        </p>
      }
      confirmLabel="Delete chat"
      busyLabel="Deleting…"
      isBusy={remove.isPending}
      error={remove.isError ? errorMessage(remove.error) : undefined}
      onConfirm={confirm}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    />
  );
}
