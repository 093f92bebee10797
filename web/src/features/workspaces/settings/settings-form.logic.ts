import type { TrySetup } from "@malamar/contract/setup-trial.ts";
import { Workspace, type UpdateWorkspace } from "@malamar/contract/workspace.ts";
import { z } from "zod";
import { optionalNumber, requiredNumber } from "#lib/number-field.logic.ts";
import { directoryProblem } from "#features/workspaces/directory.logic.ts";

const { shape } = Workspace;
const NEEDS_MINUTES = "must not be empty; 0 means none";

/** Empty means none. */
const optionalText = <Schema extends z.ZodType<string | null, string | null>>(schema: Schema) =>
  z
    .string()
    .transform((typed) => typed.trim() || null)
    .pipe(schema);

/** What only tasks with branches use, as it is sent. */
const BranchFields = z.object({
  base_branch: optionalText(shape.base_branch),
  branch_prefix: z.string().trim().pipe(shape.branch_prefix),
  init_submodules: shape.init_submodules,
  copy_patterns: z.string().transform(linesOf).pipe(shape.copy_patterns),
  setup_command: optionalText(shape.setup_command),
  is_setup_on: shape.is_setup_on,
  trust_repository_programs: shape.trust_repository_programs,
});

/** All settings of a workspace in form values: numbers and lists are text until submitted. */
export const SettingsForm = z
  .object({
    title: shape.title,
    description: shape.description,
    working_directory_mode: shape.working_directory_mode,
    // Those that the mode does not use are hidden, so they must not block the form.
    working_directory_path: z.string(),
    base_branch: z.string(),
    branch_prefix: z.string(),
    init_submodules: z.boolean(),
    copy_patterns: z.string(),
    setup_command: z.string(),
    is_setup_on: z.boolean(),
    trust_repository_programs: z.boolean(),
    checkpoints: shape.checkpoints,
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
    if (settings.working_directory_mode === "temp") return;
    const message = directoryProblem(settings.working_directory_path);
    if (message !== null) {
      problems.addIssue({ code: "custom", path: ["working_directory_path"], message });
    }
    if (settings.working_directory_mode !== "git") return;
    for (const { path, message } of BranchFields.safeParse(settings).error?.issues ?? []) {
      problems.addIssue({ code: "custom", path: path.slice(0, 1), message });
    }
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
    base_branch: workspace.base_branch ?? "",
    branch_prefix: workspace.branch_prefix,
    init_submodules: workspace.init_submodules,
    copy_patterns: workspace.copy_patterns.join("\n"),
    setup_command: workspace.setup_command ?? "",
    is_setup_on: workspace.is_setup_on,
    trust_repository_programs: workspace.trust_repository_programs,
    checkpoints: workspace.checkpoints,
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
 * together, and what only one mode uses is sent only with it.
 */
export function changedSettings(
  form: SettingsOutput,
  changed: ReadonlySet<string>,
): UpdateWorkspace {
  const {
    working_directory_mode: mode,
    working_directory_path: path,
    checkpoints,
    ...others
  } = withoutBranchFields(form);
  return {
    ...only(others, changed),
    ...(mode === "git" && only(BranchFields.parse(form), changed)),
    ...(mode !== "temp" && only({ checkpoints }, changed)),
    ...((changed.has("working_directory_mode") || changed.has("working_directory_path")) && {
      working_directory_mode: mode,
      working_directory_path: mode === "temp" ? null : path,
    }),
  };
}

/** What a trial of the setup command needs, as it is typed. Null if some of it is wrong. */
export function trySetupOf(form: SettingsInput): TrySetup | null {
  const { data } = BranchFields.safeParse(form);
  if (data === undefined || data.setup_command === null) return null;
  const { is_setup_on: _isOn, setup_command, ...settings } = data;
  return { ...settings, setup_command, working_directory_path: form.working_directory_path };
}

function withoutBranchFields({
  base_branch: _base,
  branch_prefix: _prefix,
  init_submodules: _submodules,
  copy_patterns: _patterns,
  setup_command: _command,
  is_setup_on: _isOn,
  trust_repository_programs: _trust,
  ...others
}: SettingsOutput) {
  return others;
}

function only<Fields extends object>(fields: Fields, names: ReadonlySet<string>): Partial<Fields> {
  // A part of the fields has a part of the type.
  return Object.fromEntries(
    Object.entries(fields).filter(([name]) => names.has(name)),
  ) as Partial<Fields>;
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** Avoids 1e-7, which could not be read back. */
function written(value: number | null): string {
  if (value === null) return "";
  const text = String(value);
  return text.includes("e") ? value.toLocaleString("en", PLAIN) : text;
}

const PLAIN = { useGrouping: false, maximumSignificantDigits: 21 } as const;
