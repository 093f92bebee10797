import { z } from "zod";

/** The state of a request to process a task or a chat. */
export const QueueStatus = z.enum(["queued", "in_progress", "completed", "failed"]);
export type QueueStatus = z.infer<typeof QueueStatus>;
