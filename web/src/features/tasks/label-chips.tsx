import { foldedLabel } from "@malamar/contract/plain/label.ts";
import { cn } from "#lib/cn.ts";
import { hueClass } from "#lib/hue.logic.ts";

type LabelChipsProps = { labels: readonly string[] };

/** The labels in a row, each in the colour of its text. Long ones shrink to fit. */
export function LabelChips({ labels }: LabelChipsProps) {
  return labels.map((label) => (
    <span
      key={label}
      dir="auto"
      className={cn(
        "max-w-full truncate rounded-sm px-1 text-xs font-medium forced-colors:border",
        hueClass(foldedLabel(label)),
      )}
    >
      <span className="sr-only">Label: </span>
      {label}
    </span>
  ));
}
