import { cliLabel } from "@malamar/contract/plain/cli.ts";
import type { TaskSummary } from "@malamar/contract/task.ts";
import { clockTime } from "#lib/format.ts";
import { shortened } from "#lib/short-text.logic.ts";

export type WaitFacts = Pick<
  TaskSummary,
  "retry_at" | "wait_reason" | "wait_cli" | "wait_detail" | "is_processing"
>;

/** About a line on a card. The full name is one click away. */
const LONGEST_NAME = 80;

/** What a task waits for, in words. Null if it waits for nothing. */
export function waitWords(task: WaitFacts, now: Date, locale?: string): string | null {
  const { wait_reason: reason, wait_detail: detail } = task;
  if (reason === null || task.is_processing) return null;
  switch (reason) {
    case "backoff":
      return timed(task, now, (time) => `Retries ${time}`, locale);
    case "quota":
      return timed(task, now, (time) => `${engineOf(task)} quota — resumes ${time}`, locale);
    case "engine":
      return [`Waits for ${engineOf(task)}`, detail].filter(Boolean).join(": ");
    case "disk":
      return ["Waits for disk space", detail].filter(Boolean).join(": ");
    case "directory":
      return `waits for “${shortened(detail ?? "another task", LONGEST_NAME)}”`;
    default:
      return reason satisfies never;
  }
}

function engineOf({ wait_cli }: WaitFacts): string {
  return wait_cli === null ? "CLI" : cliLabel(wait_cli);
}

/** A time in the past is no longer waited for. */
function timed(
  { retry_at }: WaitFacts,
  now: Date,
  words: (time: string) => string,
  locale?: string,
): string | null {
  if (retry_at === null || Date.parse(retry_at) <= now.getTime()) return null;
  return words(clockTime(retry_at, now, locale));
}
