type LabelChipsProps = { labels: readonly string[] };

/** One after the other; each is as wide as its text, or as there is room. */
export function LabelChips({ labels }: LabelChipsProps) {
  return labels.map((label) => (
    <span
      key={label}
      dir="auto"
      className="max-w-full truncate rounded-full border border-input px-1.5 text-xs text-muted"
    >
      <span className="sr-only">Label: </span>
      {label}
    </span>
  ));
}
