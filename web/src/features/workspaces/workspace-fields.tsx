import { useWatch, type UseFormReturn } from "react-hook-form";
import { Field } from "#components/field.tsx";
import { Input, Textarea } from "#components/ui/input.tsx";
import { DirectoryFields } from "./directory-fields.tsx";
import type { WorkspaceFormInput, WorkspaceFormOutput } from "./workspace-form.logic.ts";

type WorkspaceFieldsProps = {
  form: UseFormReturn<WorkspaceFormInput, unknown, WorkspaceFormOutput>;
};

export function WorkspaceFields({ form }: WorkspaceFieldsProps) {
  const { register, control } = form;
  const { errors } = form.formState;
  const mode = useWatch({ control, name: "working_directory_mode" });
  return (
    <>
      <Field label="Title" error={errors.title?.message}>
        {(field) => <Input {...field} {...register("title")} required autoComplete="off" />}
      </Field>
      <Field
        label="Instruction for every agent"
        isOptional
        hint="Each agent of this workspace reads it before its own instruction."
        error={errors.description?.message}
      >
        {(field) => <Textarea {...field} {...register("description")} rows={5} />}
      </Field>
      <DirectoryFields
        mode={register("working_directory_mode")}
        path={register("working_directory_path")}
        isFixed={mode === "static"}
        error={errors.working_directory_path?.message}
      />
    </>
  );
}
