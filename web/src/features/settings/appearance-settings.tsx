import { RadioCard } from "#components/radio-card.tsx";
import { Switch } from "#components/ui/switch.tsx";
import { useShortcutsSwitch } from "#lib/shortcuts.ts";
import { THEMES, useChosenTheme } from "#lib/themes.ts";

/** Changes apply at once, in this browser. */
export function AppearanceSettings() {
  const { theme, setTheme } = useChosenTheme();
  const { isOn, setIsOn } = useShortcutsSwitch();
  return (
    <div className="space-y-4">
      <fieldset>
        <legend className="mb-1.5 font-medium">Theme</legend>
        <div className="grid gap-2 sm:grid-cols-3">
          {THEMES.map(({ value, label, icon: Icon }) => (
            <RadioCard
              key={value}
              name="theme"
              label={label}
              checked={value === theme.value}
              onChange={() => setTheme(value)}
            >
              <Icon aria-hidden className="float-right mt-0.5 size-4 text-muted" />
            </RadioCard>
          ))}
        </div>
      </fieldset>
      <div className="space-y-1 rounded-md border bg-card p-3">
        <Switch label="Single-key shortcuts" isOn={isOn} onChange={setIsOn} />
        <p className="text-sm text-muted">Press ? to list them. They do nothing while you type.</p>
      </div>
    </div>
  );
}
