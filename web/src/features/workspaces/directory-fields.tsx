import type { UseFormRegisterReturn } from "react-hook-form";
import { Field } from "#components/field.tsx";
import { RadioCard } from "#components/radio-card.tsx";
import { CodeInput } from "#components/ui/input.tsx";
import { cn } from "#lib/cn.ts";

type DirectoryFieldsProps = {
  mode: UseFormRegisterReturn;
  path: UseFormRegisterReturn;
  isFixed: boolean;
  error: string | undefined;
  /** A heading says it already. */
  isLegendHidden?: boolean;
};

export function DirectoryFields(props: DirectoryFieldsProps) {
  const { mode, path, isFixed, error, isLegendHidden = false } = props;
  return (
    <>
      <fieldset className="space-y-1.5">
        <legend className={cn("mb-1.5 font-medium", isLegendHidden && "sr-only")}>
          Working directory
        </legend>
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
