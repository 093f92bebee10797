import { useWatch, type UseFormReturn } from "react-hook-form";
import { Field } from "#components/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { DirectoryFields } from "./directory-fields.tsx";
import { folderName } from "./path.logic.ts";
import { TeamPicker } from "./team-picker.tsx";
import type { WorkspaceFormInput, WorkspaceFormOutput } from "./workspace-form.logic.ts";

type WorkspaceFieldsProps = {
  form: UseFormReturn<WorkspaceFormInput, unknown, WorkspaceFormOutput>;
};

/** The essentials of a new workspace: title, directory and team. The rest is in its settings. */
export function WorkspaceFields({ form }: WorkspaceFieldsProps) {
  const { register, control } = form;
  const { errors } = form.formState;
  const mode = useWatch({ control, name: "working_directory_mode" });
  const path = useWatch({ control, name: "working_directory_path" });
  const choosePath = (chosen: string) => {
    form.setValue("working_directory_path", chosen, { shouldDirty: true });
    // Until the user types another title, it is the folder's name.
    if (["", folderName(path)].includes(form.getValues("title"))) {
      form.setValue("title", folderName(chosen), { shouldDirty: true });
    }
  };
  return (
    <>
      <Field label="Title" error={errors.title?.message}>
        {(field) => <Input {...field} {...register("title")} required autoComplete="off" />}
      </Field>
      <DirectoryFields
        mode={register("working_directory_mode")}
        path={register("working_directory_path")}
        isFixed={mode === "static"}
        typed={path}
        onPath={choosePath}
        error={errors.working_directory_path?.message}
      />
      <TeamPicker team={register("team")} />
    </>
  );
}
