import type { StoredWorkspace } from "./workspace-store.ts";

/** Where agents work: the user's directory, or their own one. null when a static workspace names none. */
export function workingDirectoryOf(workspace: StoredWorkspace, own: string): string | null {
  return workspace.working_directory_mode === "static" ? workspace.working_directory_path : own;
}
