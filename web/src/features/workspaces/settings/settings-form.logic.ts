import { Workspace, type UpdateWorkspace } from "@malamar/contract/workspace.ts";
import { z } from "zod";
import { optionalNumber, requiredNumber } from "#lib/number-field.logic.ts";
import { directoryProblem } from "#features/workspaces/directory.logic.ts";

const { shape } = Workspace;
const NEEDS_MINUTES = "must not be empty; 0 means none";

/** All settings of a workspace in form values: numbers are text until submitted. */
export const SettingsForm = z
  .object({
    title: shape.title,
    description: shape.description,
    working_directory_mode: shape.working_directory_mode,
    working_directory_path: z.string(),
    is_paused: shape.is_paused,
    pickup_order: shape.pickup_order,
    auto_delete_done_tasks: shape.auto_delete_done_tasks,
    retention_days: requiredNumber(shape.retention_days, "must not be empty; 0 means never"),
    notify_on_error: shape.notify_on_error,
    notify_on_in_review: shape.notify_on_in_review,
    max_passes: requiredNumber(shape.max_passes, "must not be empty"),
    max_cost_usd: optionalNumber(shape.max_cost_usd),
    max_tokens: optionalNumber(shape.max_tokens),
    run_timeout_minutes: requiredNumber(shape.run_timeout_minutes, NEEDS_MINUTES),
    idle_timeout_minutes: requiredNumber(shape.idle_timeout_minutes, NEEDS_MINUTES),
  })
  .superRefine((settings, problems) => {
    const message = directoryProblem(settings);
    if (message === null) return;
    problems.addIssue({ code: "custom", path: ["working_directory_path"], message });
  });
export type SettingsInput = z.input<typeof SettingsForm>;
export type SettingsOutput = z.output<typeof SettingsForm>;
type SettingsField = keyof SettingsInput;

/** The fields that take a typed number. */
export type NumberSettingName = {
  [Field in SettingsField]: SettingsOutput[Field] extends number | null ? Field : never;
}[SettingsField];

export function settingsValues(workspace: Workspace): SettingsInput {
  return {
    title: workspace.title,
    description: workspace.description,
    working_directory_mode: workspace.working_directory_mode,
    working_directory_path: workspace.working_directory_path ?? "",
    is_paused: workspace.is_paused,
    pickup_order: workspace.pickup_order,
    auto_delete_done_tasks: workspace.auto_delete_done_tasks,
    retention_days: written(workspace.retention_days),
    notify_on_error: workspace.notify_on_error,
    notify_on_in_review: workspace.notify_on_in_review,
    max_passes: written(workspace.max_passes),
    max_cost_usd: written(workspace.max_cost_usd),
    max_tokens: written(workspace.max_tokens),
    run_timeout_minutes: written(workspace.run_timeout_minutes),
    idle_timeout_minutes: written(workspace.idle_timeout_minutes),
  };
}

/**
 * Only the fields changed here, so that concurrent changes to others survive. Mode and path belong
 * together, and a path is sent only with the mode that uses it.
 */
export function changedSettings(
  form: SettingsOutput,
  changed: ReadonlySet<string>,
): UpdateWorkspace {
  const { working_directory_mode, working_directory_path, ...rest } = form;
  const plain: UpdateWorkspace = Object.fromEntries(
    Object.entries(rest).filter(([field]) => changed.has(field)),
  );
  if (!changed.has("working_directory_mode") && !changed.has("working_directory_path"))
    return plain;
  return {
    ...plain,
    working_directory_mode,
    working_directory_path: working_directory_mode === "static" ? working_directory_path : null,
  };
}

/** Avoids 1e-7, which could not be read back. */
function written(value: number | null): string {
  if (value === null) return "";
  const text = String(value);
  return text.includes("e") ? value.toLocaleString("en", PLAIN) : text;
}

const PLAIN = { useGrouping: false, maximumSignificantDigits: 21 } as const;
