import { counted } from "#lib/format.ts";

/** What of a workspace's tasks outlives it. */
export type Outliving = { worktrees: number; keptWork: number };

/** What deleting the workspace does not delete. Null if there is nothing. */
export function outlivingWords({ worktrees, keptWork }: Outliving): string | null {
  const parts = [
    ...(worktrees > 0 ? [worktrees === 1 ? "its worktree" : `its ${worktrees} worktrees`] : []),
    ...(keptWork > 0 ? [`the kept work of ${counted(keptWork, "task")}`] : []),
  ];
  if (parts.length === 0) return null;
  return `Not deleted: ${parts.join(" and ")}. Malamar's settings list what is left, under Deleted workspaces.`;
}
