import { ReadyTeamId } from "@malamar/contract/ready-team.ts";
import { CreateWorkspace } from "@malamar/contract/workspace.ts";
import { z } from "zod";
import { directoryProblem } from "./directory.logic.ts";

/** The fields for creating a workspace. */
export const WorkspaceForm = CreateWorkspace.pick({
  title: true,
  description: true,
  working_directory_mode: true,
})
  // A path that the mode does not use is hidden, so it must not block the form.
  .extend({ working_directory_path: z.string() })
  .required()
  .extend({ team: ReadyTeamId.or(z.literal("none")) })
  .superRefine((workspace, problems) => {
    const message = directoryProblem(workspace);
    if (message === null) return;
    problems.addIssue({ code: "custom", path: ["working_directory_path"], message });
  });
export type WorkspaceFormInput = z.input<typeof WorkspaceForm>;
export type WorkspaceFormOutput = z.output<typeof WorkspaceForm>;

export const WORKSPACE_FIELDS = [
  "title",
  "description",
  "working_directory_mode",
  "working_directory_path",
] as const satisfies readonly (keyof WorkspaceFormInput)[];

export const NEW_WORKSPACE = {
  title: "",
  description: "",
  working_directory_mode: "temp",
  working_directory_path: "",
  team: "code",
} as const satisfies WorkspaceFormInput;

/** Leaves out a path that was typed before the mode was changed back. */
export function toCreateWorkspace({ team: _later, ...form }: WorkspaceFormOutput): CreateWorkspace {
  if (form.working_directory_mode === "static") return form;
  return { ...form, working_directory_path: null };
}
