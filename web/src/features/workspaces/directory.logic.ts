import { Workspace } from "@malamar/contract/workspace.ts";

/** What is wrong with the path of a directory that agents share or branch from, or null. */
export function directoryProblem(typed: string): string | null {
  const path = Workspace.shape.working_directory_path.safeParse(typed);
  if (!path.success) return path.error.issues[0]?.message ?? "is not a path";
  return path.data === null ? "must not be empty" : null;
}
