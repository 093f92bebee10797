import { useId, type ComponentProps } from "react";

type CheckboxFieldProps = Omit<ComponentProps<"input">, "type" | "className" | "id"> & {
  label: string;
  hint?: string;
};

export function CheckboxField({ label, hint, ...props }: CheckboxFieldProps) {
  const hintId = useId();
  return (
    <div data-slot="checkbox-field">
      <label className="relative flex cursor-pointer items-start gap-2 pointer-coarse:min-h-11 pointer-coarse:items-center">
        <input
          type="checkbox"
          className="mt-0.5 size-3.5 shrink-0 accent-primary pointer-coarse:mt-0 pointer-coarse:size-5"
          {...(hint !== undefined && { "aria-describedby": hintId })}
          {...props}
        />
        <span className="font-medium">{label}</span>
      </label>
      {hint !== undefined && (
        <p
          id={hintId}
          className="pl-5.5 text-sm text-muted pointer-coarse:-mt-2 pointer-coarse:pl-7"
        >
          {hint}
        </p>
      )}
    </div>
  );
}
