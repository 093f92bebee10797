import type { TaskId } from "@malamar/contract/ids.ts";
import type { TaskComment } from "@malamar/contract/task.ts";
import { lineDrafts } from "#lib/line-drafts.ts";
import { createOutbox } from "#lib/outbox.ts";

export const commentOutbox = createOutbox<TaskId, TaskComment>("comment", (comment) => ({
  ...comment,
  isOwn: comment.user_id !== null && !comment.is_note,
}));

export const noteOutbox = createOutbox<TaskId, TaskComment>("note", (comment) => ({
  ...comment,
  isOwn: comment.is_note,
}));

/** For a deleted task: everything that was typed but never sent. */
export function unsentOn(id: TaskId): string[] {
  return [...commentOutbox.unsent(id), ...noteOutbox.unsent(id), ...lineDrafts.unsent(id)];
}

export function forgetUnsent(id: TaskId) {
  commentOutbox.forget(id);
  noteOutbox.forget(id);
  lineDrafts.forget(id);
}
