import { useWatch, type UseFormReturn } from "react-hook-form";
import { DirectoryFields } from "./directory-fields.tsx";
import { TextFields } from "./text-fields.tsx";
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
      <TextFields title={register("title")} description={register("description")} errors={errors} />
      <DirectoryFields
        mode={register("working_directory_mode")}
        path={register("working_directory_path")}
        isFixed={mode === "static"}
        error={errors.working_directory_path?.message}
      />
    </>
  );
}
