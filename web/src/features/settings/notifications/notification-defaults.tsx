import type { Settings } from "@malamar/contract/settings.ts";
import { z } from "zod";
import { CheckboxField } from "#components/checkbox-field.tsx";
import { ServerForm } from "#components/server-form.tsx";
import { useSaveSettings } from "#features/settings/mutations.ts";
import { useServerForm } from "#lib/server-form.ts";
import { toast } from "#lib/toast.ts";

const DefaultsForm = z.object({ notify_on_error: z.boolean(), notify_on_in_review: z.boolean() });

const valuesOf = ({ notify_on_error, notify_on_in_review }: Settings) => ({
  notify_on_error,
  notify_on_in_review,
});

/** The notifications of new workspaces. */
export function NotificationDefaults({ settings }: { settings: Settings }) {
  const { save } = useSaveSettings();
  const { form, saving } = useServerForm({
    schema: DefaultsForm,
    current: valuesOf(settings),
    save: async (values, changed) => {
      const saved = await save(
        Object.fromEntries(Object.entries(values).filter(([name]) => changed.has(name))),
      );
      toast.success("Defaults saved");
      return valuesOf(saved);
    },
  });
  return (
    <ServerForm
      label="New workspaces"
      saving={saving}
      className="rounded-md border bg-card"
      barClassName="rounded-b-md px-3"
    >
      <fieldset className="space-y-2 p-3">
        <legend className="float-left mb-2 w-full">
          <span className="block font-medium">In new workspaces, notify</span>
          <span className="block text-sm text-muted">
            Each workspace has these switches in its own settings. Existing workspaces don't change.
          </span>
        </legend>
        <div className="clear-left space-y-2">
          <CheckboxField label="When an error occurs" {...form.register("notify_on_error")} />
          <CheckboxField
            label="When a task is in review"
            {...form.register("notify_on_in_review")}
          />
        </div>
      </fieldset>
    </ServerForm>
  );
}
