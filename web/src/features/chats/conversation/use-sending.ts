import type { Chat } from "@malamar/contract/chat.ts";
import { useRef, useState } from "react";
import { useCancelAnswer, useSendMessage } from "#features/chats/mutations.ts";
import { ApiError } from "#lib/api.ts";
import { errorMessage } from "#lib/error-details.logic.ts";
import { backInBox } from "#lib/outbox.logic.ts";
import { toast } from "#lib/toast.ts";
import { actionOf } from "./composer.logic.ts";
import { messageOutbox } from "./message-outbox.ts";

/** The draft of a chat and the messages being sent and answered. */
export function useSending(chat: Chat) {
  const sendMessage = useSendMessage(chat.id);
  const cancel = useCancelAnswer(chat.id);
  const [draft, setDraft] = useState(() => messageOutbox.draft(chat.id));
  const typed = useRef(draft);
  const [notice, setNotice] = useState<string | null>(null);

  const write = (text: string) => {
    typed.current = text;
    setNotice(null);
    setDraft(text);
    messageOutbox.storeDraft(chat.id, text);
  };

  const outbox = messageOutbox.useOutbox(chat.id, {
    entries: chat.messages,
    deliver: sendMessage.mutateAsync,
    // Another message came first, or the last CLI is gone: this one was not accepted and can be
    // sent later.
    takeBack: (error, content) => {
      if (!(error instanceof ApiError) || error.status !== 409) return false;
      write(backInBox(content, typed.current));
      setNotice(errorMessage(error));
      return true;
    },
  });

  return {
    draft,
    write,
    notice,
    outbox,
    action: actionOf({
      isProcessing: chat.is_processing,
      isSending: outbox.items.some(({ state }) => state === "sending"),
      isStopping: cancel.isPending,
    }),
    send: () => {
      outbox.send(draft);
      write("");
    },
    stop: () =>
      cancel.mutate(undefined, {
        onError: (error) => {
          // The run has already ended, which is what the user wanted.
          if (error instanceof ApiError && error.status === 409) return;
          toast.error("The answer was not stopped", { description: errorMessage(error) });
        },
      }),
  };
}

export type Sending = ReturnType<typeof useSending>;
