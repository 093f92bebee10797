import type { UseFormRegisterReturn } from "react-hook-form";
import { Field } from "#components/field.tsx";
import { RadioCard } from "#components/radio-card.tsx";
import { CodeInput } from "#components/ui/input.tsx";

type DirectoryFieldsProps = {
  mode: UseFormRegisterReturn;
  path: UseFormRegisterReturn;
  isFixed: boolean;
  error: string | undefined;
};

export function DirectoryFields({ mode, path, isFixed, error }: DirectoryFieldsProps) {
  return (
    <>
      <fieldset className="space-y-1.5">
        <legend className="mb-1.5 font-medium">Working directory</legend>
        <div className="grid gap-2 sm:grid-cols-2">
          <RadioCard label="Temporary" value="temp" {...mode}>
            <span className="block text-sm text-muted">Every task gets an empty one.</span>
          </RadioCard>
          <RadioCard label="Fixed" value="static" {...mode}>
            <span className="block text-sm text-muted">All tasks share one of yours.</span>
          </RadioCard>
        </div>
      </fieldset>
      {isFixed && (
        <Field
          label="Directory path"
          hint="An absolute path, such as /home/me/project. Malamar does not create it."
          error={error}
        >
          {(field) => <CodeInput {...field} {...path} />}
        </Field>
      )}
    </>
  );
}
