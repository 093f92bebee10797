import { ReadyTeamId } from "@malamar/contract/ready-team.ts";
import { CreateWorkspace } from "@malamar/contract/workspace.ts";
import { z } from "zod";
import { directoryProblem } from "./directory.logic.ts";

/** The fields for creating a workspace. */
export const WorkspaceForm = CreateWorkspace.pick({ title: true, description: true })
  .required()
  .extend({
    place: z.enum(["project", "temp"]),
    // A path that is not used is hidden, so it must not block the form.
    working_directory_path: z.string(),
    sharing: z.enum(["branch", "shared"]),
    team: ReadyTeamId.or(z.literal("none")),
  })
  .superRefine(({ place, working_directory_path }, problems) => {
    if (place === "temp") return;
    const message = directoryProblem(working_directory_path);
    if (message === null) return;
    problems.addIssue({ code: "custom", path: ["working_directory_path"], message });
  });
export type WorkspaceFormInput = z.input<typeof WorkspaceForm>;
export type WorkspaceFormOutput = z.output<typeof WorkspaceForm>;

export const WORKSPACE_FIELDS = [
  "title",
  "description",
  "working_directory_path",
] as const satisfies readonly (keyof WorkspaceFormInput & keyof CreateWorkspace)[];

export const NEW_WORKSPACE = {
  title: "",
  description: "",
  place: "project",
  working_directory_path: "",
  // Recommended, and only offered where it is possible.
  sharing: "branch",
  team: "code",
} as const satisfies WorkspaceFormInput;

type Possible = { canBranch: boolean };

/** Leaves out what was typed or chosen before the user changed their mind. */
export function toCreateWorkspace(
  { title, description, place, sharing, working_directory_path: path }: WorkspaceFormOutput,
  { canBranch }: Possible,
): CreateWorkspace {
  const texts = { title, description };
  if (place === "temp") {
    return { ...texts, working_directory_mode: "temp", working_directory_path: null };
  }
  const mode = canBranch && sharing === "branch" ? "git" : "static";
  return { ...texts, working_directory_mode: mode, working_directory_path: path };
}
