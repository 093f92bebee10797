type SwitchProps = {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
};

/** A setting that applies at once, and not when the rest of a form is saved. */
export function Switch({ label, isOn, onChange }: SwitchProps) {
  return (
    <label className="flex cursor-pointer items-center justify-between gap-3 pointer-coarse:min-h-11">
      <span className="font-medium">{label}</span>
      <span className="relative inline-flex shrink-0">
        <input
          data-slot="switch"
          type="checkbox"
          role="switch"
          checked={isOn}
          aria-checked={isOn}
          onChange={(event) => onChange(event.target.checked)}
          className="peer h-4.5 w-8 cursor-pointer appearance-none rounded-full border border-input bg-hover transition-colors duration-[120ms] checked:border-primary checked:bg-primary"
        />
        <span
          aria-hidden
          className="pointer-events-none absolute top-[3px] left-[3px] size-3 rounded-full bg-input transition-transform duration-[120ms] peer-checked:translate-x-3.5 peer-checked:bg-on-primary"
        />
      </span>
    </label>
  );
}
