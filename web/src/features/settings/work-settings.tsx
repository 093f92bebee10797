import { UpdateSettings, type Settings } from "@malamar/contract/settings.ts";
import type { UseFormReturn } from "react-hook-form";
import { z } from "zod";
import { CheckboxField } from "#components/checkbox-field.tsx";
import { Field } from "#components/field.tsx";
import { ServerForm } from "#components/server-form.tsx";
import { Input } from "#components/ui/input.tsx";
import { useSaveSettings } from "#features/settings/mutations.ts";
import { requiredNumber } from "#lib/number-field.logic.ts";
import { useServerForm } from "#lib/server-form.ts";
import { toast } from "#lib/toast.ts";

const { shape } = UpdateSettings;

const WorkForm = z.object({
  is_paused: z.boolean(),
  min_free_disk_mb: requiredNumber(
    shape.min_free_disk_mb.unwrap(),
    "must not be empty; 0 turns it off",
  ),
  checkpoint_max_file_mb: requiredNumber(
    shape.checkpoint_max_file_mb.unwrap(),
    "must not be empty",
  ),
  kept_work_days: requiredNumber(
    shape.kept_work_days.unwrap(),
    "must not be empty; 0 means forever",
  ),
});
type WorkInput = z.input<typeof WorkForm>;

const valuesOf = (settings: Settings): WorkInput => ({
  is_paused: settings.is_paused,
  min_free_disk_mb: String(settings.min_free_disk_mb),
  checkpoint_max_file_mb: String(settings.checkpoint_max_file_mb),
  kept_work_days: String(settings.kept_work_days),
});

/** The settings that decide whether work starts, and what the disk keeps of it. */
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
        <NumberField
          form={form}
          name="min_free_disk_mb"
          label="Free disk space to keep"
          unit="MB"
          hint="With less than this, no run starts and no worktree is created; tasks wait and say why. 0 turns it off. Default: 2048."
        />
        <NumberField
          form={form}
          name="checkpoint_max_file_mb"
          label="Largest new file in a checkpoint"
          unit="MB"
          hint="Larger untracked files are left out and listed, and their worktree is kept. Default: 50."
        />
        <NumberField
          form={form}
          name="kept_work_days"
          label="Days to keep unmerged work"
          unit="days"
          hint="Counted from when the worktree is removed. Until then you can restore it as a branch. 0: forever. Default: 30."
        />
      </div>
    </ServerForm>
  );
}

type NumberFieldProps = {
  form: UseFormReturn<WorkInput, unknown, z.output<typeof WorkForm>>;
  name: Exclude<keyof WorkInput, "is_paused">;
  label: string;
  unit: string;
  hint: string;
};

function NumberField({ form, name, label, unit, hint }: NumberFieldProps) {
  return (
    <Field label={label} hint={hint} error={form.formState.errors[name]?.message}>
      {(field) => (
        <span className="flex flex-wrap items-center gap-x-2">
          <Input
            {...field}
            {...form.register(name)}
            inputMode="numeric"
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
