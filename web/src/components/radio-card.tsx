import type { ComponentProps, ReactNode } from "react";

type RadioCardProps = Omit<ComponentProps<"input">, "type" | "className"> & {
  label: string;
  isRecommended?: boolean;
};

/** One of a few options, with room for an explanation. Goes into a fieldset with a legend. */
export function RadioCard({
  label,
  isRecommended = false,
  children,
  ...props
}: RadioCardProps & { children: ReactNode }) {
  return (
    <label
      data-slot="radio-card"
      className="flex cursor-pointer items-start gap-2 rounded-md border border-input bg-card px-2.5 py-2 transition-colors duration-[120ms] hover:bg-hover has-checked:border-primary has-checked:ring-1 has-checked:ring-primary has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary pointer-coarse:py-3"
    >
      <input
        type="radio"
        className="mt-0.5 size-3.5 shrink-0 accent-primary outline-none"
        {...props}
      />
      <span className="min-w-0 flex-1">
        <span className="font-medium">{label}</span>
        {isRecommended && <span className="text-muted"> (recommended)</span>}
        {children}
      </span>
    </label>
  );
}
