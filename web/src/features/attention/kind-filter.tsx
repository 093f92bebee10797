import type { WaitKind } from "@malamar/contract/home.ts";
import { Button } from "#components/ui/button.tsx";
import type { kindsIn } from "./attention.logic.ts";

type KindFilterProps = {
  kinds: ReturnType<typeof kindsIn>;
  /** Null for all of them. */
  chosen: WaitKind | null;
  onChoose: (kind: WaitKind | null) => void;
};

/** Pressing the selected kind again clears the filter. */
export function KindFilter({ kinds, chosen, onChoose }: KindFilterProps) {
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-1.5">
      <legend className="sr-only">Show only</legend>
      {kinds.map(({ kind, count, label }) => (
        <Button
          key={kind}
          size="small"
          aria-pressed={kind === chosen}
          className="aria-pressed:border-primary aria-pressed:bg-hover"
          onClick={() => onChoose(kind === chosen ? null : kind)}
        >
          {label}
          <span className="text-muted tabular-nums">{count.toLocaleString()}</span>
        </Button>
      ))}
    </fieldset>
  );
}
