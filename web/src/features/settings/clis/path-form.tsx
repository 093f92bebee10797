import { cliLabel, type InstalledCliType } from "@malamar/contract/cli.ts";
import { toast } from "sonner";
import { Field } from "#components/field.tsx";
import { SaveBar } from "#components/save-bar.tsx";
import { CodeInput } from "#components/ui/input.tsx";
import { useSaveSettings } from "#features/settings/mutations.ts";
import { useServerForm } from "#lib/server-form.ts";
import { submitOnModEnter } from "#lib/submit-on-mod-enter.ts";
import { useUnsaved } from "#lib/unsaved.ts";
import { PathForm as PathSchema } from "./cli-setup.logic.ts";

type PathFormProps = { type: InstalledCliType; path: string | null };

export function PathForm({ type, path }: PathFormProps) {
  const { save } = useSaveSettings();
  const { form, submit, isBusy, isChangedElsewhere, discard } = useServerForm({
    schema: PathSchema,
    current: { binary_path: path ?? "" },
    save: async ({ binary_path }) => {
      const saved = await save({ cli_settings: { [type]: { binary_path } } });
      toast.success(`${cliLabel(type)}: path saved`);
      return { binary_path: saved.cli_settings[type].binary_path ?? "" };
    },
  });
  const { isDirty, errors } = form.formState;
  useUnsaved(isDirty);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys bubble up from its field
    <form
      noValidate
      aria-label={`Path of ${cliLabel(type)}`}
      aria-busy={isBusy}
      onSubmit={(event) => void submit(event)}
      onKeyDown={submitOnModEnter}
      className="space-y-3"
    >
      <Field
        label="Own path of the program"
        isOptional
        hint="Where it is, or another name of it. Empty: it is looked for on the PATH that Malamar was started with."
        error={errors.binary_path?.message}
      >
        {(field) => <CodeInput {...field} {...form.register("binary_path")} />}
      </Field>
      {isDirty && (
        <SaveBar
          className="-mx-3 border-b px-3"
          isBusy={isBusy}
          isChangedElsewhere={isChangedElsewhere}
          onDiscard={discard}
          error={errors.root?.message}
        />
      )}
    </form>
  );
}
