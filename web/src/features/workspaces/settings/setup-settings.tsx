import type { WorkspaceId } from "@malamar/contract/ids.ts";
import { ShieldAlert } from "lucide-react";
import { useWatch, type UseFormReturn } from "react-hook-form";
import { Banner } from "#components/banner.tsx";
import { CheckboxField } from "#components/checkbox-field.tsx";
import { Field } from "#components/field.tsx";
import { Button } from "#components/ui/button.tsx";
import { CodeInput } from "#components/ui/input.tsx";
import type { SettingsInput, SettingsOutput } from "./settings-form.logic.ts";
import { SetupTrial } from "./setup-trial.tsx";

type SetupSettingsProps = {
  form: UseFormReturn<SettingsInput, unknown, SettingsOutput>;
  /** What the repository looks like it needs. */
  suggested: string | null;
  workspaceId: WorkspaceId;
};

/** The command that prepares a new worktree. It is never set, or switched on, automatically. */
export function SetupSettings({ form, suggested, workspaceId }: SetupSettingsProps) {
  const { register, control, formState } = form;
  const command = useWatch({ control, name: "setup_command" });
  // As saved: the choice stays in sight until it is.
  const isOff = formState.defaultValues?.is_setup_on === false;
  return (
    <>
      <Field
        label="Setup command"
        isOptional
        hint="One line for /bin/sh, with your permissions, once in every new worktree before the first agent. Times out after 15 minutes."
        error={formState.errors.setup_command?.message}
        {...(suggested !== null &&
          suggested !== command && {
            aside: (
              <Button
                size="small"
                variant="ghost"
                className="max-w-full"
                onClick={() =>
                  form.setValue("setup_command", suggested, {
                    shouldDirty: true,
                    shouldValidate: formState.isSubmitted,
                  })
                }
              >
                Use
                <code className="truncate font-mono">{suggested}</code>
              </Button>
            ),
          })}
      >
        {(field) => <CodeInput {...field} {...register("setup_command")} />}
      </Field>
      <SetupTrial form={form} workspaceId={workspaceId} />
      {isOff && command.trim() !== "" && (
        <Banner tone="warning" icon={ShieldAlert}>
          <p className="font-medium">Imported setup command is off</p>
          <p className="mb-2 text-sm">
            This command came with an imported file. Read it before you turn it on: it can do
            anything that you can do on this machine.
          </p>
          <CheckboxField label="Run it in new worktrees" {...register("is_setup_on")} />
        </Banner>
      )}
    </>
  );
}
