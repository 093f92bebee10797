import type { UseFormReturn } from "react-hook-form";
import { NumberSetting } from "./number-setting.tsx";
import type { SettingsInput, SettingsOutput } from "./settings-form.logic.ts";
import { SettingsSection } from "./settings-section.tsx";

type GuardSettingsProps = { form: UseFormReturn<SettingsInput, unknown, SettingsOutput> };

export function GuardSettings({ form }: GuardSettingsProps) {
  return (
    <SettingsSection
      title="Guards"
      text="Limits for every task. One that is reached ends what runs and moves the task to In Review, with the cause in a comment."
    >
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,15rem),1fr))] gap-x-6 gap-y-4">
        <NumberSetting
          form={form}
          name="max_passes"
          label="Max passes"
          unit="passes"
          hint="How many passes a task may take until a person answers or moves it. Default: 15."
        />
        <NumberSetting
          form={form}
          name="max_cost_usd"
          label="Max cost"
          unit="US dollars"
          isDecimal
          hint="How many US dollars a task may spend, where the CLI says what it costs. Empty: no limit, the default."
        />
        <NumberSetting
          form={form}
          name="max_tokens"
          label="Max tokens"
          unit="tokens"
          hint="How many tokens a task may use, in and out. Empty: no limit, the default."
        />
        <NumberSetting
          form={form}
          name="run_timeout_minutes"
          label="Run timeout"
          unit="minutes"
          hint="How many minutes one run of an agent may take, in chats too. 0: no limit. Default: 180."
        />
        <NumberSetting
          form={form}
          name="idle_timeout_minutes"
          label="Idle timeout"
          unit="minutes"
          hint="How many minutes a run may go on without a word from its CLI, in chats too. 0: no limit. Default: 60."
        />
      </div>
    </SettingsSection>
  );
}
