import { useEffect, useSyncExternalStore } from "react";
import { ApiError } from "./api.ts";
import { errorMessage } from "./error-details.logic.ts";
import { createOutboxStorage } from "./outbox-storage.ts";
import {
  arrivedKeys,
  failedToSend,
  outgoing,
  restored,
  type ArrivedText,
  type OutgoingText,
} from "./outbox.logic.ts";

type Delivery<Entry> = {
  /** The server's entries. Undefined until they have loaded. */
  entries: readonly Entry[] | undefined;
  deliver: (content: string) => Promise<unknown>;
  /** Whether the text goes back to its author instead of being listed as failed. */
  takeBack?: (error: unknown, content: string) => boolean;
};

/**
 * Texts being sent to the server, and those that failed. They survive a reload and outlive their
 * dialog: sending continues after it is closed.
 */
export function createOutbox<Id extends string, Entry extends { id: string }>(
  name: string,
  read: (entry: Entry) => ArrivedText,
) {
  const storage = createOutboxStorage<Id>(name);
  const boxes = new Map<Id, readonly OutgoingText[]>();
  const listeners = new Set<() => void>();

  function useOutbox(id: Id, { entries = [], deliver, takeBack }: Delivery<Entry>) {
    const items = useSyncExternalStore(subscribe, () => boxOf(id));
    const arrived = arrivedKeys(items, entries, read);
    const arrivedOrphans = items.filter((item) => item.state === "failed" && arrived.has(item.key));

    useEffect(() => {
      for (const { key } of arrivedOrphans) remove(id, key);
    });

    const send = async (item: OutgoingText) => {
      put(id, item);
      try {
        await deliver(item.content);
        remove(id, item.key);
      } catch (error) {
        if (takeBack?.(error, item.content)) remove(id, item.key);
        else put(id, failedToSend(item, failureOf(error)));
      }
    };

    return {
      items: items.filter((item) => !arrived.has(item.key)),
      send: (content: string) =>
        void send(outgoing(content, entries, { key: newKey(), now: new Date() })),
      retry: ({ key, content }: OutgoingText) =>
        void send(outgoing(content, entries, { key, now: new Date() })),
      discard: ({ key }: OutgoingText) => remove(id, key),
    };
  }

  function boxOf(id: Id): readonly OutgoingText[] {
    const known = boxes.get(id);
    if (known !== undefined) return known;
    const found = storage.outgoing(id).map(restored);
    boxes.set(id, found);
    return found;
  }

  /** A known text keeps its place. */
  function put(id: Id, item: OutgoingText) {
    storage.storeOutgoing(id, item);
    const box = boxOf(id);
    const isKnown = box.some(({ key }) => key === item.key);
    change(id, isKnown ? box.map((old) => (old.key === item.key ? item : old)) : [...box, item]);
  }

  function remove(id: Id, key: string) {
    storage.forgetOutgoing(id, key);
    change(
      id,
      boxOf(id).filter((item) => item.key !== key),
    );
  }

  function change(id: Id, items: readonly OutgoingText[]) {
    boxes.set(id, items);
    for (const listener of listeners) listener();
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }

  return {
    useOutbox,
    draft: (id: Id) => storage.draft(id),
    storeDraft: (id: Id, text: string) => storage.storeDraft(id, text),

    /** For something deleted: everything that was typed but never sent. */
    unsent: (id: Id): string[] =>
      [...boxOf(id).map(({ content }) => content), storage.draft(id)].filter(
        (text) => text.trim() !== "",
      ),

    forget(id: Id) {
      for (const { key } of boxOf(id)) remove(id, key);
      storage.storeDraft(id, "");
    },
  };
}

/** Not crypto.randomUUID, which browsers only offer over https and on localhost. */
export function newKey(): string {
  return `${Date.now()}-${Math.random().toString(36).slice(2)}`;
}

function failureOf(error: unknown) {
  const mayHaveArrived = !(error instanceof ApiError) || error.status === 0;
  return { reason: errorMessage(error), mayHaveArrived };
}
