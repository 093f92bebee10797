import type { UseFormReturn } from "react-hook-form";
import { CheckboxField } from "#components/checkbox-field.tsx";
import { Field } from "#components/field.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";
import type { SettingsInput, SettingsOutput } from "./settings-form.logic.ts";
import { SettingsSection } from "#components/settings-section.tsx";

type OrderSettingsProps = { form: UseFormReturn<SettingsInput, unknown, SettingsOutput> };

export function OrderSettings({ form }: OrderSettingsProps) {
  const { register, formState } = form;
  return (
    <SettingsSection title="Order of work" text="Which task the team picks up next, and when.">
      <CheckboxField
        label="Pause this workspace"
        hint="No task starts. Active passes finish, and chats keep working."
        {...register("is_paused")}
      />
      <Field
        label="Pickup order"
        hint="Where new tasks go in Todo. Changing this re-sorts the waiting tasks."
        error={formState.errors.pickup_order?.message}
      >
        {(field) => (
          <NativeSelect {...field} {...register("pickup_order")}>
            <option value="oldest_first">Oldest first</option>
            <option value="newest_first">Newest first</option>
          </NativeSelect>
        )}
      </Field>
    </SettingsSection>
  );
}
