import { z } from "zod";
import { measured, RequiredText } from "./text.ts";

/** What an agent may ask for on a task. */
export const TaskAction = z.discriminatedUnion(
  "type",
  [
    z.object({ type: z.literal("skip") }),
    z.object({ type: z.literal("comment"), content: RequiredText }),
    z.object({
      type: z.literal("change_status"),
      status: z.literal("in_review", "must be in_review: only people set another status"),
    }),
  ],
  "must be skip, comment or change_status",
);
export type TaskAction = z.infer<typeof TaskAction>;

/** More than any sensible answer has: half a million comments would take a minute to write. */
const MOST_TASK_ACTIONS = 1000;

/** The answer of an agent on a task. No action means skip. */
export const TaskOutput = z.object({
  actions: z
    .array(TaskAction)
    .max(MOST_TASK_ACTIONS, measured(`must be at most ${MOST_TASK_ACTIONS} actions`)),
});
export type TaskOutput = z.infer<typeof TaskOutput>;
