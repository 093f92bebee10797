import { zodResolver } from "@hookform/resolvers/zod";
import type { InstalledCliType } from "@malamar/contract/cli.ts";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { Field, FieldError } from "#components/field.tsx";
import { Button } from "#components/ui/button.tsx";
import { CodeInput } from "#components/ui/input.tsx";
import { WriteButton } from "#components/write-button.tsx";
import { useSaveSettings } from "#features/settings/mutations.ts";
import { SecretInput } from "#features/settings/secret-input.tsx";
import { cn } from "#lib/cn.ts";
import { errorMessage } from "#lib/error-details.logic.ts";
import { toast } from "#lib/toast.ts";
import { useUnsaved } from "#lib/unsaved.ts";
import { variableForm } from "./cli-setup.logic.ts";

type VariableFormProps = {
  type: InstalledCliType;
  /** The variable to replace. Null adds a new one. */
  name: string | null;
  taken: readonly string[];
  onClose: () => void;
};

/** Saves one variable on its own, so that concurrent changes to others survive. */
export function VariableForm({ type, name, taken, onClose }: VariableFormProps) {
  const { save, isPending } = useSaveSettings();
  const form = useForm({
    resolver: zodResolver(variableForm(taken)),
    defaultValues: { name: name ?? "", value: "" },
  });
  const { errors, isDirty } = form.formState;
  const { setFocus } = form;
  useUnsaved(isDirty);
  useEffect(() => setFocus(name === null ? "name" : "value"), [setFocus, name]);

  const submit = form.handleSubmit(async (variable) => {
    try {
      await save({ cli_settings: { [type]: { env_vars: { [variable.name]: variable.value } } } });
      toast.success(`${variable.name} saved`);
      onClose();
    } catch (error) {
      form.setError("root", { message: errorMessage(error) });
    }
  });

  return (
    <form
      noValidate
      data-editor
      aria-label={name === null ? "New variable" : `New value for ${name}`}
      aria-busy={isPending}
      onSubmit={(event) => void submit(event)}
      className={cn("space-y-3", name === null && "rounded-md border p-2.5")}
    >
      {name === null && (
        <Field label="Name" error={errors.name?.message}>
          {(field) => <CodeInput {...field} {...form.register("name")} />}
        </Field>
      )}
      <Field
        label={name === null ? "Value" : "New value"}
        hint="Leave it empty to set the variable to an empty value."
        error={errors.value?.message}
      >
        {(field) => <SecretInput {...field} {...form.register("value")} />}
      </Field>
      {errors.root?.message !== undefined && (
        <div role="alert">
          <FieldError>{errors.root.message}</FieldError>
        </div>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button aria-disabled={isPending} onClick={() => !isPending && onClose()}>
          Cancel
        </Button>
        <WriteButton type="submit" variant="primary" isBusy={isPending} busyLabel="Saving…">
          Save variable
        </WriteButton>
      </div>
    </form>
  );
}
