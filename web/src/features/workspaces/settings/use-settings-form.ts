import type { Workspace } from "@malamar/contract/workspace.ts";
import { useUpdateWorkspace } from "#features/workspaces/mutations.ts";
import { useServerForm } from "#lib/server-form.ts";
import { toast } from "#lib/toast.ts";
import { SettingsForm, changedSettings, settingsValues } from "./settings-form.logic.ts";

export function useSettingsForm(workspace: Workspace) {
  const update = useUpdateWorkspace(workspace.id);
  return useServerForm({
    schema: SettingsForm,
    current: settingsValues(workspace),
    save: async (values, changed) => {
      const saved = await update.mutateAsync(changedSettings(values, changed));
      toast.success("Settings saved");
      if (saved.working_directory_warning !== null) {
        toast.warning("Check the working directory", {
          description: saved.working_directory_warning,
        });
      }
      return settingsValues(saved);
    },
  });
}
