import type { TaskId } from "@malamar/contract/ids.ts";
import { OutgoingComment } from "./outbox.logic.ts";

/** Every comment has a place of its own, so that two tabs do not overwrite each other's. */
const outgoingKey = (taskId: TaskId, key: string) => `comment:${taskId}:${key}`;
const draftKey = (taskId: TaskId) => `comment-draft:${taskId}`;

export function storedDraft(taskId: TaskId): string {
  return attempt(() => localStorage.getItem(draftKey(taskId))) ?? "";
}

export function storeDraft(taskId: TaskId, text: string) {
  if (text === "") attempt(() => localStorage.removeItem(draftKey(taskId)));
  else attempt(() => localStorage.setItem(draftKey(taskId), text));
}

/** What was sent and not confirmed, the oldest first. */
export function storedOutgoing(taskId: TaskId): OutgoingComment[] {
  const prefix = outgoingKey(taskId, "");
  const keys = attempt(() => Object.keys(localStorage).filter((key) => key.startsWith(prefix)));
  return (keys ?? [])
    .flatMap((key) => parsed(attempt(() => localStorage.getItem(key))))
    .toSorted((a, b) => a.sent_at.localeCompare(b.sent_at));
}

export function storeOutgoing(taskId: TaskId, item: OutgoingComment) {
  attempt(() => localStorage.setItem(outgoingKey(taskId, item.key), JSON.stringify(item)));
}

export function forgetOutgoing(taskId: TaskId, key: string) {
  attempt(() => localStorage.removeItem(outgoingKey(taskId, key)));
}

function parsed(text: string | null): OutgoingComment[] {
  if (text === null) return [];
  const item = OutgoingComment.safeParse(attempt(() => JSON.parse(text)));
  return item.success ? [item.data] : [];
}

/** A browser that stores nothing, or has no room left, still sends. */
function attempt<Result>(access: () => Result): Result | null {
  try {
    return access();
  } catch {
    return null;
  }
}
