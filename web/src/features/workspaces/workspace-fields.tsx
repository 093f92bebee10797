import { useWatch, type UseFormReturn } from "react-hook-form";
import { Field } from "#components/field.tsx";
import { RadioCard } from "#components/radio-card.tsx";
import { CodeInput, Input, Textarea } from "#components/ui/input.tsx";
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
      <fieldset className="space-y-1.5">
        <legend className="mb-1.5 font-medium">Working directory</legend>
        <div className="grid gap-2 sm:grid-cols-2">
          <RadioCard label="Temporary" value="temp" {...register("working_directory_mode")}>
            <span className="block text-sm text-muted">Every task gets an empty one.</span>
          </RadioCard>
          <RadioCard label="Fixed" value="static" {...register("working_directory_mode")}>
            <span className="block text-sm text-muted">All tasks share one of yours.</span>
          </RadioCard>
        </div>
      </fieldset>
      {mode === "static" && (
        <Field
          label="Directory path"
          hint="An absolute path, such as /home/me/project. Malamar does not create it."
          error={errors.working_directory_path?.message}
        >
          {(field) => <CodeInput {...field} {...register("working_directory_path")} />}
        </Field>
      )}
    </>
  );
}
