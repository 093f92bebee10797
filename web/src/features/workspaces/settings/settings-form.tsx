import type { Workspace } from "@malamar/contract/workspace.ts";
import type { ReactNode } from "react";
import { SaveBar } from "#components/save-bar.tsx";
import { submitOnModEnter } from "#lib/submit-on-mod-enter.ts";
import { useUnsaved } from "#lib/unsaved.ts";
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
        <SaveBar
          className="sticky bottom-0 z-20 -mx-4 sm:-mx-6 sm:px-6"
          isBusy={isBusy}
          isChangedElsewhere={isChangedElsewhere}
          onDiscard={discard}
          error={errors.root?.message}
        />
      )}
    </form>
  );
}
