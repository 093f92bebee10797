import type { WorkspaceId } from "@malamar/contract/ids.ts";
import type { UseFormReturn } from "react-hook-form";
import { Link } from "react-router";
import { CheckboxField } from "#components/checkbox-field.tsx";
import { TextFields } from "#features/workspaces/text-fields.tsx";
import { DirectorySettings } from "./directory-settings.tsx";
import { GuardSettings } from "./guard-settings.tsx";
import { NumberSetting } from "./number-setting.tsx";
import { OrderSettings } from "./order-settings.tsx";
import type { SettingsInput, SettingsOutput } from "./settings-form.logic.ts";
import { SettingsSection } from "#components/settings-section.tsx";

type SettingsFieldsProps = {
  form: UseFormReturn<SettingsInput, unknown, SettingsOutput>;
  workspaceId: WorkspaceId;
};

export function SettingsFields({ form, workspaceId }: SettingsFieldsProps) {
  const { register } = form;
  const { errors } = form.formState;
  return (
    <>
      <SettingsSection title="General">
        <TextFields
          title={register("title")}
          description={register("description")}
          errors={errors}
        />
      </SettingsSection>
      <DirectorySettings form={form} workspaceId={workspaceId} />
      <OrderSettings form={form} />
      <SettingsSection title="Cleanup" text="When to delete Done tasks.">
        <CheckboxField
          label="Delete done tasks automatically"
          hint="Also deletes their comments, runs and transcripts. Branches and files in the working directory stay."
          {...register("auto_delete_done_tasks")}
        />
        <NumberSetting
          form={form}
          name="retention_days"
          label="Days to keep them"
          unit="days"
          hint="Counted from the day a task moves to Done. 0: keep forever. Default: 7."
        />
      </SettingsSection>
      <SettingsSection
        title="Notifications"
        text="Channels are set up once for all workspaces. Choose what to send for this one."
      >
        <CheckboxField label="When an error occurs" {...register("notify_on_error")} />
        <CheckboxField label="When a task is in review" {...register("notify_on_in_review")} />
        <Link
          to="/settings#notifications"
          className="inline-flex min-h-8 items-center rounded-sm text-primary hover:underline pointer-coarse:min-h-11"
        >
          Set up channels
        </Link>
      </SettingsSection>
      <GuardSettings form={form} />
    </>
  );
}
