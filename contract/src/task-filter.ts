import { foldedLabel } from "./plain/label.ts";
import type { TaskQuery, TaskSummary } from "./task.ts";

type Matcher = (task: Pick<TaskSummary, "summary" | "number" | "labels">) => boolean;

/** Whether a task has the requested text and label; null when every task has. */
export function taskMatcher({ label, q }: Pick<TaskQuery, "label" | "q">): Matcher | null {
  const words = q?.trim().toLowerCase() ?? "";
  const wanted = foldedLabel(label?.trim() ?? "");
  if (words === "" && wanted === "") return null;
  return ({ summary, number, labels }) =>
    (words === "" || summary.toLowerCase().includes(words) || words === `#${number}`) &&
    (wanted === "" || labels.some((each) => foldedLabel(each) === wanted));
}
