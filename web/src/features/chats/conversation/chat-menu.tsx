import type { Chat } from "@malamar/contract/chat.ts";
import { Ellipsis, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { lazyPart } from "#components/lazy-part.tsx";
import { MenuButton } from "#components/menu-button.tsx";
import { useConnection } from "#lib/connection.ts";

const [DeleteChatDialog] = lazyPart(
  async () => (await import("./delete-chat-dialog.tsx")).DeleteChatDialog,
);

/** What is rare or cannot be undone. */
export function ChatMenu({ chat }: { chat: Chat }) {
  const [isDeleting, setIsDeleting] = useState(false);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const { isOffline } = useConnection();
  return (
    <>
      <MenuButton
        ref={buttonRef}
        variant="ghost"
        size="icon"
        className="-mr-2"
        aria-label="More for this chat"
        aria-disabled={isOffline}
        items={[
          {
            label: "Delete the chat…",
            icon: Trash2,
            tone: "danger",
            onSelect: () => setIsDeleting(true),
          },
        ]}
      >
        <Ellipsis aria-hidden />
      </MenuButton>
      {isDeleting && (
        <DeleteChatDialog
          chat={chat}
          onClose={() => setIsDeleting(false)}
          returnFocusTo={buttonRef}
        />
      )}
    </>
  );
}
