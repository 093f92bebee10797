import { NativeSelect } from "#components/ui/native-select.tsx";
import type { ScopeGroup } from "./scope.logic.ts";

type ScopeSelectProps = {
  /** What everything is called: "Whole task". */
  whole: string;
  groups: readonly ScopeGroup[];
  /** Whether there is a state that a person has looked at. */
  hasLooked: boolean;
  value: string | null;
  onChange: (name: string | null) => void;
};

/** Which changes are shown. */
export function ScopeSelect({ whole, groups, hasLooked, value, onChange }: ScopeSelectProps) {
  const isKnown =
    value === "looked" || groups.some(({ choices }) => choices.some(({ name }) => name === value));
  return (
    <NativeSelect
      aria-label="Which changes"
      value={isKnown ? (value ?? "") : ""}
      onChange={(event) => onChange(event.currentTarget.value || null)}
      className="w-full"
    >
      <option value="">{whole}</option>
      {(hasLooked || value === "looked") && <option value="looked">Since I looked</option>}
      {groups.map(({ label, choices }) => (
        <optgroup key={label} label={label}>
          {choices.map(({ name, label: choice }) => (
            <option key={name} value={name}>
              {choice}
            </option>
          ))}
        </optgroup>
      ))}
    </NativeSelect>
  );
}
