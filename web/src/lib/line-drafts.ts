import { useSyncExternalStore } from "react";
import { attempt } from "./attempt.ts";
import { createOutboxStorage } from "./outbox-storage.ts";
import { inOrder, isLineDraft, type LineDraft } from "./line-drafts.logic.ts";

/**
 * Comments on lines that nobody has sent yet, by task. They are stored in this browser with every
 * key that is pressed, so that neither a reload nor another tab loses one.
 */
const boxes = new Map<string, readonly LineDraft[]>();
const listeners = new Set<() => void>();

/** What is said before the comments of a review. */
export const reviewTexts = createOutboxStorage<string>("review");

/** Every draft has its own key, so that two tabs do not overwrite each other's. */
const storageKey = (id: string, key: string) => `line-comment:${id}:${key}`;

export function useLineDrafts(id: string): readonly LineDraft[] {
  return useSyncExternalStore(subscribe, () => boxOf(id));
}

export const lineDrafts = {
  put(id: string, draft: LineDraft) {
    attempt(() => localStorage.setItem(storageKey(id, draft.key), JSON.stringify(draft)));
    const others = boxOf(id).filter(({ key }) => key !== draft.key);
    change(id, inOrder([...others, draft]));
  },

  remove(id: string, key: string) {
    attempt(() => localStorage.removeItem(storageKey(id, key)));
    change(
      id,
      boxOf(id).filter((draft) => draft.key !== key),
    );
  },

  /** After it was sent. What was written in the meantime stays. */
  removeSent(id: string, { key, text }: LineDraft) {
    if (boxOf(id).find((draft) => draft.key === key)?.text === text) lineDrafts.remove(id, key);
  },

  /** For something deleted: everything that was typed but never sent. */
  unsent: (id: string): string[] =>
    [...boxOf(id).map(({ text }) => text), reviewTexts.draft(id)].filter(
      (text) => text.trim() !== "",
    ),

  forget(id: string) {
    for (const { key } of boxOf(id)) lineDrafts.remove(id, key);
    reviewTexts.storeDraft(id, "");
  },
};

function boxOf(id: string): readonly LineDraft[] {
  const known = boxes.get(id);
  if (known !== undefined) return known;
  const prefix = storageKey(id, "");
  const keys = attempt(() => Object.keys(localStorage).filter((key) => key.startsWith(prefix)));
  const found = inOrder(
    (keys ?? []).flatMap((key) => parsed(attempt(() => localStorage.getItem(key)))),
  );
  boxes.set(id, found);
  return found;
}

function parsed(text: string | null): LineDraft[] {
  if (text === null) return [];
  const draft: unknown = attempt(() => JSON.parse(text));
  return isLineDraft(draft) ? [draft] : [];
}

function change(id: string, drafts: readonly LineDraft[]) {
  boxes.set(id, drafts);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== null && !key.startsWith("line-comment:")) return;
    // Another tab wrote one: read all again.
    boxes.clear();
    listener();
  };
  listeners.add(listener);
  window.addEventListener("storage", onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", onStorage);
  };
}
