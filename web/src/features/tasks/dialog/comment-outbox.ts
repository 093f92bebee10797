import type { TaskId } from "@malamar/contract/ids.ts";
import type { TaskComment } from "@malamar/contract/task.ts";
import { createOutbox } from "#lib/outbox.ts";

export const commentOutbox = createOutbox<TaskId, TaskComment>("comment", (comment) => ({
  ...comment,
  isOwn: comment.user_id !== null,
}));
