import type { HomeAttention, WaitCounts, WaitKind } from "@malamar/contract/home.ts";
import { waitKindOf } from "@malamar/contract/plain/home.ts";
import { CircleCheck } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { HAS_RAIL } from "#lib/breakpoints.ts";
import { useMediaQuery } from "#lib/media-query.ts";
import { AttentionRow, type Waiting } from "./attention-row.tsx";
import { kindsIn, totalOf } from "./attention.logic.ts";
import { KindFilter } from "./kind-filter.tsx";
import { NoticesButton } from "./notices-button.tsx";
import { useAttention } from "./queries.ts";

/** Few enough to leave room for what is running below. */
const FIRST = 6;
const FIRST_ON_PHONE = 3;
const STEP = 100;

type NeedsYouProps = {
  counts: WaitCounts;
  /** The longest waits, perhaps not all of them. */
  items: readonly HomeAttention[];
  /** Null for all kinds. */
  kind: WaitKind | null;
  onKind: (kind: WaitKind | null) => void;
  renderActions: (item: Waiting) => ReactNode;
};

/** Everything that waits for the user in all workspaces, longest wait first. */
export function NeedsYou(props: NeedsYouProps) {
  if (totalOf(props.counts) > 0) return <WaitingList {...props} />;
  return (
    <div
      id="needs-you"
      tabIndex={-1}
      data-slot="needs-you"
      className="flex min-h-7 flex-wrap items-center justify-between gap-2 outline-none"
    >
      <p className="flex items-center gap-1.5 text-muted">
        <CircleCheck aria-hidden className="size-3.5 text-status-done" />
        Nothing needs you
      </p>
      <NoticesButton />
    </div>
  );
}

function WaitingList({ counts, items, kind: wanted, onKind, renderActions }: NeedsYouProps) {
  const first = useMediaQuery(HAS_RAIL) ? FIRST : FIRST_ON_PHONE;
  const [more, setMore] = useState(0);
  const most = first + more;
  const total = totalOf(counts);
  const kinds = kindsIn(counts);
  // The last item of this kind may have gone while the page was open.
  const kind = kinds.some((counted) => counted.kind === wanted) ? wanted : null;
  const isPart = total > items.length;
  const { data: all } = useAttention({ enabled: isPart && (kind !== null || most > items.length) });
  const known: readonly Waiting[] = isPart && all !== undefined ? all : items;
  const matching = kind === null ? known : known.filter((item) => waitKindOf(item) === kind);
  const hidden = (kind === null ? total : counts[kind]) - Math.min(most, matching.length);
  return (
    <section
      id="needs-you"
      tabIndex={-1}
      data-slot="needs-you"
      aria-labelledby="needs-you-heading"
      className="scroll-mt-16 space-y-2 outline-none"
    >
      <div className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="needs-you-heading" className="text-lg font-semibold">
          Needs you{" "}
          <span className="rounded-sm border border-status-review bg-review-surface px-1 text-sm font-medium text-status-review tabular-nums">
            {total.toLocaleString()}
          </span>
        </h2>
        {((kinds.length > 1 && total > first) || kind !== null) && (
          <KindFilter kinds={kinds} chosen={kind} onChoose={onKind} />
        )}
        <span className="ml-auto">
          <NoticesButton />
        </span>
      </div>
      <ul
        aria-labelledby="needs-you-heading"
        data-commands=""
        className="@container divide-y overflow-hidden rounded-md border border-status-review/40 bg-card contrast-more:border-status-review"
      >
        {matching.slice(0, most).map((item, index) => (
          <AttentionRow
            key={item.task_id}
            item={item}
            renderActions={renderActions}
            isFar={index >= first}
          />
        ))}
      </ul>
      {hidden > 0 && (
        <Button size="small" onClick={() => setMore(more + STEP)}>
          Show {Math.min(hidden, STEP).toLocaleString()} more
        </Button>
      )}
    </section>
  );
}
