import { Check } from "lucide-react";

/** A value is set but not shown. */
export function SetLabel() {
  return (
    <span className="inline-flex items-center gap-1 text-sm whitespace-nowrap text-status-done">
      <Check aria-hidden className="size-3.5 shrink-0" />
      Set
    </span>
  );
}
