import type { RepositoryFacts } from "@malamar/contract/repository.ts";
import type { UseFormReturn } from "react-hook-form";
import { Field } from "#components/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { ProjectFields } from "./project-fields.tsx";
import { TeamPicker } from "./team-picker.tsx";
import type { WorkspaceFormInput, WorkspaceFormOutput } from "./workspace-form.logic.ts";

type WorkspaceFieldsProps = {
  form: UseFormReturn<WorkspaceFormInput, unknown, WorkspaceFormOutput>;
  /** What is known of the repository at the typed path. */
  repository: RepositoryFacts | undefined;
};

/** The essentials of a new workspace: title, directory and team. The rest is in its settings. */
export function WorkspaceFields({ form, repository }: WorkspaceFieldsProps) {
  const { register, formState } = form;
  return (
    <>
      <Field label="Title" error={formState.errors.title?.message}>
        {(field) => <Input {...field} {...register("title")} required autoComplete="off" />}
      </Field>
      <ProjectFields form={form} repository={repository} />
      <TeamPicker team={register("team")} />
    </>
  );
}
