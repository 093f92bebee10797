import type { ChatMessage } from "@malamar/contract/chat.ts";
import type { ChatId } from "@malamar/contract/ids.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { addMessages } from "#features/chats/mutations.ts";
import { api } from "#lib/api.ts";
import { errorMessage } from "#lib/error-details.logic.ts";
import { uploadFile } from "#lib/upload.ts";
import { nextUploads, type Upload } from "./uploads.logic.ts";

/** Uploads outlive the dialog: they continue after the chat is closed. */
const uploadsOf = new Map<ChatId, readonly Upload[]>();
const cancels = new Map<string, AbortController>();
const listeners = new Set<() => void>();
const NONE: readonly Upload[] = [];
let lastKey = 0;

export type Uploads = ReturnType<typeof useUploads>;

/** The uploads of a chat in progress, and those that failed. */
export function useUploads(chatId: ChatId) {
  const queryClient = useQueryClient();
  const items = useSyncExternalStore(subscribe, () => uploadsOf.get(chatId) ?? NONE);
  const deliver = (messages: readonly ChatMessage[]) => addMessages(queryClient, chatId, messages);

  function begin() {
    for (const upload of nextUploads(uploadsOf.get(chatId) ?? NONE)) void send(upload);
  }

  async function send({ key, file }: Upload) {
    const cancel = new AbortController();
    cancels.set(key, cancel);
    patch(chatId, key, { state: "sending", sent: 0 });
    try {
      const url = api.chats[":id"].attachments.$path({ param: { id: chatId } });
      const answered = await uploadFile(url, file, {
        onProgress: (sent) => patch(chatId, key, { sent }),
        signal: cancel.signal,
      });
      // The route answers with the messages it created.
      deliver(answered as ChatMessage[]);
      drop(chatId, key);
    } catch (error) {
      if (cancel.signal.aborted) drop(chatId, key);
      else patch(chatId, key, { state: "failed", reason: errorMessage(error) });
    } finally {
      cancels.delete(key);
      begin();
    }
  }

  return {
    items,
    isUploading: items.some(({ state }) => state !== "failed"),
    add: (files: readonly File[]) => {
      const added = files.map((file) => ({
        key: String((lastKey += 1)),
        file,
        state: "waiting" as const,
        sent: 0,
        reason: "",
      }));
      change(chatId, (before) => [...before, ...added]);
      begin();
    },
    retry: ({ key }: Upload) => {
      patch(chatId, key, { state: "waiting", reason: "" });
      begin();
    },
    cancel: ({ key }: Upload) => cancelOne(chatId, key),
  };
}

export function cancelUploads(chatId: ChatId) {
  for (const { key } of uploadsOf.get(chatId) ?? NONE) cancelOne(chatId, key);
}

function cancelOne(chatId: ChatId, key: string) {
  drop(chatId, key);
  cancels.get(key)?.abort();
}

function patch(chatId: ChatId, key: string, more: Partial<Upload>) {
  change(chatId, (before) =>
    before.map((upload) => (upload.key === key ? { ...upload, ...more } : upload)),
  );
}

function drop(chatId: ChatId, key: string) {
  change(chatId, (before) => before.filter((upload) => upload.key !== key));
}

function change(chatId: ChatId, next: (before: readonly Upload[]) => readonly Upload[]) {
  uploadsOf.set(chatId, next(uploadsOf.get(chatId) ?? NONE));
  for (const listener of listeners) listener();
  const isBusy = [...uploadsOf.values()].flat().some(({ state }) => state !== "failed");
  // Closing the tab would abort them. Adding the same listener twice has no effect.
  if (isBusy) window.addEventListener("beforeunload", askToStay);
  else window.removeEventListener("beforeunload", askToStay);
}

function askToStay(event: BeforeUnloadEvent) {
  event.preventDefault();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
