import type { ChangeCount } from "@malamar/contract/checkpoint.ts";
import type { TaskOutcome } from "@malamar/contract/task.ts";
import { counted } from "#lib/format.ts";

/** "12 files changed". */
export function filesChanged({ files }: Pick<ChangeCount, "files">): string {
  return `${counted(files, "file")} changed`;
}

/** "12 files changed, 340 lines added, 25 removed". */
export function changeWords(changes: ChangeCount): string {
  const { additions, deletions } = changes;
  const lines = [
    ...(additions > 0 ? [`${counted(additions, "line")} added`] : []),
    ...(deletions > 0
      ? [`${additions > 0 ? deletions.toLocaleString() : counted(deletions, "line")} removed`]
      : []),
  ];
  return [filesChanged(changes), ...lines].join(", ");
}

/** Whether there is anything to show. */
export function hasChanges(changes: ChangeCount | null): changes is ChangeCount {
  return changes !== null && changes.files > 0;
}

/** How much it is: lines, or files where no line of text changed. Null if nothing changed. */
export function measureOf({ files, additions, deletions }: ChangeCount): "lines" | "files" | null {
  if (files === 0) return null;
  return additions + deletions > 0 ? "lines" : "files";
}

/** Where the result of a task went. The branch has a name where there is room for one. */
export const OUTCOME_WORDS: Readonly<Record<TaskOutcome, { long: string; short: string }>> = {
  left: { long: "Left on branch", short: "on its branch" },
};
