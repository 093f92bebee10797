import { Workspace } from "@malamar/contract/workspace.ts";

type Directory = Pick<Workspace, "working_directory_mode" | "working_directory_path">;

/** What is wrong with the path. Null if nothing is, or if the mode does not use it. */
export function directoryProblem(directory: Directory): string | null {
  if (directory.working_directory_mode !== "static") return null;
  const path = Workspace.shape.working_directory_path.safeParse(directory.working_directory_path);
  if (!path.success) return path.error.issues[0]?.message ?? "is not a path";
  return path.data === null ? "must not be empty" : null;
}
