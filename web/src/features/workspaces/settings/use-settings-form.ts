import { zodResolver } from "@hookform/resolvers/zod";
import type { Workspace } from "@malamar/contract/workspace.ts";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { useUpdateWorkspace } from "#features/workspaces/mutations.ts";
import { errorMessage } from "#lib/error-details.logic.ts";
import { fieldProblems } from "#lib/server-errors.logic.ts";
import {
  SETTINGS_FIELDS,
  SettingsForm,
  changedSettings,
  isSameSettings,
  settingsValues,
  withTypedSince,
  type SettingsInput,
  type SettingsOutput,
} from "./settings-form.logic.ts";

/** What was typed stays, and its problems with it. */
const KEEP_TYPED = { keepDirtyValues: true, keepDirty: true, keepErrors: true };
const KEEP_NOTHING = { keepDirtyValues: false, keepDirty: false, keepErrors: false };

/**
 * The form follows the workspace. When that is changed elsewhere, what was typed here stays and the
 * rest is brought up to date.
 */
export function useSettingsForm(workspace: Workspace) {
  const current = settingsValues(workspace);
  const update = useUpdateWorkspace(workspace.id);
  const form = useForm<SettingsInput, unknown, SettingsOutput>({
    resolver: zodResolver(SettingsForm),
    values: current,
    resetOptions: KEEP_TYPED,
  });
  const { isDirty, dirtyFields } = form.formState;
  /** The settings on which the typing began. */
  const [base, setBase] = useState(current);
  // Our own save comes back as an event too, maybe before its answer.
  const isBehind = !update.isPending && !isSameSettings(base, current);
  if (isBehind && !isDirty) setBase(current);

  /** The form as it is kept, with something typed over it or not. */
  function show(kept: SettingsInput, typed = kept) {
    setBase(kept);
    form.reset(kept, KEEP_NOTHING);
    if (!isSameSettings(kept, typed)) {
      form.reset(typed, { ...KEEP_NOTHING, keepDefaultValues: true });
    }
  }

  const submit = form.handleSubmit(async (values) => {
    const sent = form.getValues();
    try {
      const saved = await update.mutateAsync(changedSettings(values, dirtyFields));
      const kept = settingsValues(saved);
      show(kept, withTypedSince(kept, sent, form.getValues()));
      toast.success("Settings saved");
      if (saved.working_directory_warning === null) return;
      toast.warning("Check the working directory", {
        description: saved.working_directory_warning,
      });
    } catch (error) {
      const problems = fieldProblems(error, SETTINGS_FIELDS);
      if (problems === null) form.setError("root", { message: errorMessage(error) });
      for (const [index, { field, message }] of (problems ?? []).entries()) {
        form.setError(field, { message }, { shouldFocus: index === 0 });
      }
    }
  });

  return {
    form,
    submit,
    isBusy: update.isPending,
    isChangedElsewhere: isBehind && isDirty,
    discard: () => show(current),
  };
}
