import type { TaskId } from "@malamar/contract/ids.ts";
import type { TaskComment } from "@malamar/contract/task.ts";
import { useEffect, useSyncExternalStore } from "react";
import { useAddComment } from "#features/tasks/mutations.ts";
import { ApiError } from "#lib/api.ts";
import { errorMessage } from "#lib/error-details.logic.ts";
import { forgetOutgoing, storedOutgoing, storeOutgoing } from "./comment-storage.ts";
import {
  arrivedKeys,
  failedToSend,
  outgoing,
  restored,
  type OutgoingComment,
} from "./outbox.logic.ts";

/** Outlives the dialog: a comment is sent to the end when its task is closed meanwhile. */
const boxes = new Map<TaskId, readonly OutgoingComment[]>();
const listeners = new Set<() => void>();

export type CommentOutbox = ReturnType<typeof useCommentOutbox>;

/** Comments on their way, and those that did not get there. They survive a reload. */
export function useCommentOutbox(taskId: TaskId, comments: readonly TaskComment[] | undefined) {
  const items = useSyncExternalStore(subscribe, () => boxOf(taskId));
  const add = useAddComment(taskId);
  const arrived = arrivedKeys(items, comments ?? []);
  const arrivedOrphans = items.filter((item) => item.state === "failed" && arrived.has(item.key));

  useEffect(() => {
    for (const { key } of arrivedOrphans) remove(taskId, key);
  });

  const deliver = async (item: OutgoingComment) => {
    put(taskId, item);
    try {
      await add.mutateAsync(item.content);
      remove(taskId, item.key);
    } catch (error) {
      put(taskId, failedToSend(item, failureOf(error)));
    }
  };

  return {
    items: items.filter((item) => !arrived.has(item.key)),
    send: (content: string) =>
      void deliver(outgoing(content, comments ?? [], { key: newKey(), now: new Date() })),
    retry: ({ key, content }: OutgoingComment) =>
      void deliver(outgoing(content, comments ?? [], { key, now: new Date() })),
    discard: ({ key }: OutgoingComment) => remove(taskId, key),
  };
}

/** For a task that is gone: what never reached it. */
export function unsentComments(taskId: TaskId): readonly OutgoingComment[] {
  return boxOf(taskId);
}

export function forgetComments(taskId: TaskId) {
  for (const { key } of boxOf(taskId)) remove(taskId, key);
}

/** Not crypto.randomUUID: browsers offer that only on https and on this machine's own address. */
function newKey(): string {
  return `${Date.now()}-${Math.random().toString(36).slice(2)}`;
}

function failureOf(error: unknown) {
  const mayHaveArrived = !(error instanceof ApiError) || error.status === 0;
  return { reason: errorMessage(error), mayHaveArrived };
}

function boxOf(taskId: TaskId): readonly OutgoingComment[] {
  const known = boxes.get(taskId);
  if (known !== undefined) return known;
  const found = storedOutgoing(taskId).map(restored);
  boxes.set(taskId, found);
  return found;
}

/** In the place it had before. */
function put(taskId: TaskId, item: OutgoingComment) {
  storeOutgoing(taskId, item);
  const box = boxOf(taskId);
  const isKnown = box.some(({ key }) => key === item.key);
  change(taskId, isKnown ? box.map((old) => (old.key === item.key ? item : old)) : [...box, item]);
}

function remove(taskId: TaskId, key: string) {
  forgetOutgoing(taskId, key);
  change(
    taskId,
    boxOf(taskId).filter((item) => item.key !== key),
  );
}

function change(taskId: TaskId, items: readonly OutgoingComment[]) {
  boxes.set(taskId, items);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
