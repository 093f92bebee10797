import type { UseFormRegisterReturn } from "react-hook-form";
import { Field } from "#components/field.tsx";
import { Input, Textarea } from "#components/ui/input.tsx";

type TextFieldsProps = {
  title: UseFormRegisterReturn;
  description: UseFormRegisterReturn;
  errors: { title?: { message?: string }; description?: { message?: string } };
};

/** The title of a workspace, and the instructions for all its agents. */
export function TextFields({ title, description, errors }: TextFieldsProps) {
  return (
    <>
      <Field label="Title" error={errors.title?.message}>
        {(field) => <Input {...field} {...title} required autoComplete="off" />}
      </Field>
      <Field
        label="Instruction for every agent"
        isOptional
        hint="Each agent of this workspace reads it before its own instruction."
        error={errors.description?.message}
      >
        {(field) => <Textarea {...field} {...description} rows={5} />}
      </Field>
    </>
  );
}
