import type { Workspace } from "@malamar/contract/workspace.ts";
import type { ReactNode } from "react";
import { ServerForm } from "#components/server-form.tsx";
import { SettingsFields } from "./settings-fields.tsx";
import { useSettingsForm } from "./use-settings-form.ts";

type SettingsFormProps = {
  workspace: Workspace;
  /** Between the settings and the save bar. */
  children: ReactNode;
};

export function SettingsForm({ workspace, children }: SettingsFormProps) {
  const { form, saving } = useSettingsForm(workspace);
  return (
    <ServerForm
      label="Settings"
      saving={saving}
      barClassName="sticky bottom-(--bar) z-20 -mx-4 sm:-mx-6 sm:px-6"
    >
      <SettingsFields form={form} workspaceId={workspace.id} />
      {children}
    </ServerForm>
  );
}
