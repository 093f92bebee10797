import { join } from "node:path";
import type { WorktreeRow } from "./worktree-store.ts";

/** Where agents work: the same folder of the repository as the workspace's path. */
export function workDirectoryOf({ path, prefix }: Pick<WorktreeRow, "path" | "prefix">): string {
  return join(path, prefix).replace(/\/$/, "");
}
