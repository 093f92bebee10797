import type { InstalledCliType } from "@malamar/contract/cli.ts";
import { cliLabel } from "@malamar/contract/plain/cli.ts";
import { Field } from "#components/field.tsx";
import { ServerForm } from "#components/server-form.tsx";
import { CodeInput } from "#components/ui/input.tsx";
import { useSaveSettings } from "#features/settings/mutations.ts";
import { useServerForm } from "#lib/server-form.ts";
import { toast } from "#lib/toast.ts";
import { PathForm as PathSchema } from "./cli-setup.logic.ts";

type PathFormProps = { type: InstalledCliType; path: string | null };

export function PathForm({ type, path }: PathFormProps) {
  const { save } = useSaveSettings();
  const { form, saving } = useServerForm({
    schema: PathSchema,
    current: { binary_path: path ?? "" },
    save: async ({ binary_path }) => {
      const saved = await save({ cli_settings: { [type]: { binary_path } } });
      toast.success(`${cliLabel(type)} path saved`);
      return { binary_path: saved.cli_settings[type].binary_path ?? "" };
    },
  });
  return (
    <ServerForm
      label={`${cliLabel(type)} path`}
      saving={saving}
      className="space-y-3"
      barClassName="-mx-3 border-b px-3"
    >
      <Field
        label="Custom path"
        isOptional
        hint="Path or name of the program. Empty: Malamar looks for it in its PATH."
        error={form.formState.errors.binary_path?.message}
      >
        {(field) => <CodeInput {...field} {...form.register("binary_path")} />}
      </Field>
    </ServerForm>
  );
}
