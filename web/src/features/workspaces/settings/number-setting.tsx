import type { UseFormReturn } from "react-hook-form";
import { Field } from "#components/field.tsx";
import { Input } from "#components/ui/input.tsx";
import type { NumberSettingName, SettingsInput, SettingsOutput } from "./settings-form.logic.ts";

type NumberSettingProps = {
  form: UseFormReturn<SettingsInput, unknown, SettingsOutput>;
  name: NumberSettingName;
  label: string;
  unit: string;
  hint: string;
  /** Allows a fraction. */
  isDecimal?: boolean;
};

/** A text field, because number fields of browsers silently return nothing for "12abc". */
export function NumberSetting(props: NumberSettingProps) {
  const { form, name, label, unit, hint, isDecimal = false } = props;
  return (
    <Field label={label} hint={hint} error={form.formState.errors[name]?.message}>
      {(field) => (
        <span className="flex flex-wrap items-center gap-x-2">
          <Input
            {...field}
            {...form.register(name)}
            inputMode={isDecimal ? "decimal" : "numeric"}
            autoComplete="off"
            className="w-32 tabular-nums"
          />
          <span aria-hidden className="text-muted">
            {unit}
          </span>
        </span>
      )}
    </Field>
  );
}
