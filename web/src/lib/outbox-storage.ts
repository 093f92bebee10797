import { attempt } from "./attempt.ts";
import { isOutgoingText, type OutgoingText } from "./outbox.logic.ts";

/** Stores drafts and unsent texts in this browser. The name separates comments from messages. */
export function createOutboxStorage<Id extends string>(name: string) {
  const draftKey = (id: Id) => `${name}-draft:${id}`;
  /** Every text has its own key, so that two tabs do not overwrite each other's. */
  const outgoingKey = (id: Id, key: string) => `${name}:${id}:${key}`;

  return {
    draft: (id: Id): string => attempt(() => localStorage.getItem(draftKey(id))) ?? "",

    storeDraft(id: Id, text: string) {
      if (text === "") attempt(() => localStorage.removeItem(draftKey(id)));
      else attempt(() => localStorage.setItem(draftKey(id), text));
    },

    /** Sent but unconfirmed texts, oldest first. */
    outgoing(id: Id): OutgoingText[] {
      const prefix = outgoingKey(id, "");
      const keys = attempt(() => Object.keys(localStorage).filter((key) => key.startsWith(prefix)));
      return (keys ?? [])
        .flatMap((key) => parsed(attempt(() => localStorage.getItem(key))))
        .toSorted((a, b) => a.sent_at.localeCompare(b.sent_at));
    },

    storeOutgoing(id: Id, item: OutgoingText) {
      attempt(() => localStorage.setItem(outgoingKey(id, item.key), JSON.stringify(item)));
    },

    forgetOutgoing(id: Id, key: string) {
      attempt(() => localStorage.removeItem(outgoingKey(id, key)));
    },
  };
}

function parsed(text: string | null): OutgoingText[] {
  if (text === null) return [];
  const item: unknown = attempt(() => JSON.parse(text));
  return isOutgoingText(item) ? [item] : [];
}
