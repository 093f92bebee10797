import { join } from "node:path";
import type { TaskId } from "@malamar/contract/ids.ts";
import type { StoredWorkspace } from "#domain/workspace/workspace-store.ts";

/** Where the agents of a task work; null when a static workspace names no directory. */
export function workingDirectoryOf(
  workspace: StoredWorkspace,
  taskId: TaskId,
  tempDir: string,
): string | null {
  if (workspace.working_directory_mode === "static") return workspace.working_directory_path;
  return join(tempDir, `malamar_task_${taskId}`);
}
