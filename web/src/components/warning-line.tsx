import { TriangleAlert } from "lucide-react";

/** Something to know about the thing above it. */
export function WarningLine({ text }: { text: string }) {
  return (
    <span className="flex items-start gap-1.5 text-sm text-status-review">
      <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
      <span className="min-w-0 wrap-any">{text}</span>
    </span>
  );
}
