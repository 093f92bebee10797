import type { Workspace } from "@malamar/contract/workspace.ts";
import type { ReactNode } from "react";
import { FieldError } from "#components/field.tsx";
import { submitOnModEnter } from "#lib/submit-on-mod-enter.ts";
import { useUnsaved } from "#lib/unsaved.ts";
import { SaveBar } from "./save-bar.tsx";
import { SettingsFields } from "./settings-fields.tsx";
import { useSettingsForm } from "./use-settings-form.ts";

type SettingsFormProps = {
  workspace: Workspace;
  /** Below the settings and above the bar that saves them. */
  children: ReactNode;
};

export function SettingsForm({ workspace, children }: SettingsFormProps) {
  const { form, submit, isBusy, isChangedElsewhere, discard } = useSettingsForm(workspace);
  const { isDirty, errors } = form.formState;
  useUnsaved(isDirty);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys bubble up from its fields
    <form
      noValidate
      aria-label="Settings"
      aria-busy={isBusy}
      onSubmit={(event) => void submit(event)}
      onKeyDown={submitOnModEnter}
    >
      <SettingsFields form={form} />
      {children}
      {isDirty && (
        <SaveBar isBusy={isBusy} isChangedElsewhere={isChangedElsewhere} onDiscard={discard}>
          {errors.root?.message !== undefined && (
            <div role="alert">
              <FieldError>{errors.root.message}</FieldError>
            </div>
          )}
        </SaveBar>
      )}
    </form>
  );
}
