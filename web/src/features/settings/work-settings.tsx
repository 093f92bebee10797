import { UpdateSettings, type Settings } from "@malamar/contract/settings.ts";
import { z } from "zod";
import { CheckboxField } from "#components/checkbox-field.tsx";
import { Field } from "#components/field.tsx";
import { ServerForm } from "#components/server-form.tsx";
import { Input } from "#components/ui/input.tsx";
import { useSaveSettings } from "#features/settings/mutations.ts";
import { requiredNumber } from "#lib/number-field.logic.ts";
import { useServerForm } from "#lib/server-form.ts";
import { toast } from "#lib/toast.ts";

const WorkForm = z.object({
  is_paused: z.boolean(),
  min_free_disk_mb: requiredNumber(
    UpdateSettings.shape.min_free_disk_mb.unwrap(),
    "must not be empty; 0 turns it off",
  ),
});

const valuesOf = ({ is_paused, min_free_disk_mb }: Settings) => ({
  is_paused,
  min_free_disk_mb: String(min_free_disk_mb),
});

/** The settings that decide whether work starts. */
export function WorkSettings({ settings }: { settings: Settings }) {
  const { save } = useSaveSettings();
  const { form, saving } = useServerForm({
    schema: WorkForm,
    current: valuesOf(settings),
    save: async (values, changed) => {
      const saved = await save(
        Object.fromEntries(Object.entries(values).filter(([name]) => changed.has(name))),
      );
      toast.success("Saved");
      return valuesOf(saved);
    },
  });
  return (
    <ServerForm
      label="Work"
      saving={saving}
      className="rounded-md border bg-card"
      barClassName="rounded-b-md px-3"
    >
      <div className="space-y-4 p-3">
        <CheckboxField
          label="Pause all work"
          hint="No agent starts on a task in any workspace. Active runs finish, and chats still answer."
          {...form.register("is_paused")}
        />
        <Field
          label="Free disk space to keep"
          hint="With less than this, no run starts; tasks wait and say why. 0 turns it off. Default: 2048."
          error={form.formState.errors.min_free_disk_mb?.message}
        >
          {(field) => (
            <span className="flex flex-wrap items-center gap-x-2">
              <Input
                {...field}
                {...form.register("min_free_disk_mb")}
                inputMode="numeric"
                autoComplete="off"
                className="w-32 tabular-nums"
              />
              <span aria-hidden className="text-muted">
                MB
              </span>
            </span>
          )}
        </Field>
      </div>
    </ServerForm>
  );
}
