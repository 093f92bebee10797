import { z } from "zod";

/** Where a request to process a task or a chat stands. */
export const QueueStatus = z.enum(["queued", "in_progress", "completed", "failed"]);
export type QueueStatus = z.infer<typeof QueueStatus>;
