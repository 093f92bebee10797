import type { UseFormReturn } from "react-hook-form";
import { NumberSetting } from "./number-setting.tsx";
import type { SettingsInput, SettingsOutput } from "./settings-form.logic.ts";
import { SettingsSection } from "#components/settings-section.tsx";

type GuardSettingsProps = { form: UseFormReturn<SettingsInput, unknown, SettingsOutput> };

export function GuardSettings({ form }: GuardSettingsProps) {
  return (
    <SettingsSection
      title="Limits"
      text="For every task. When a limit is hit, the run stops and the task moves to In Review with the reason."
    >
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,15rem),1fr))] gap-x-6 gap-y-4">
        <NumberSetting
          form={form}
          name="max_passes"
          label="Max passes"
          unit="passes"
          hint="Passes a task may take without your input. Default: 15."
        />
        <NumberSetting
          form={form}
          name="max_cost_usd"
          label="Max cost"
          unit="US dollars"
          isDecimal
          hint="US dollars a task may spend, if its CLI reports costs. Empty (default): no limit."
        />
        <NumberSetting
          form={form}
          name="max_tokens"
          label="Max tokens"
          unit="tokens"
          hint="Input and output tokens a task may use. Empty (default): no limit."
        />
        <NumberSetting
          form={form}
          name="run_timeout_minutes"
          label="Run timeout"
          unit="minutes"
          hint="Minutes one agent run may take, in chats too. 0: no limit. Default: 180."
        />
        <NumberSetting
          form={form}
          name="idle_timeout_minutes"
          label="Idle timeout"
          unit="minutes"
          hint="Minutes a run may be silent, in chats too. 0: no limit. Default: 60."
        />
      </div>
    </SettingsSection>
  );
}
