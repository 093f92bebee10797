import type { AttentionItem } from "@malamar/contract/task.ts";
import { CircleCheck, RotateCw } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { AttentionRow } from "./attention-row.tsx";
import { countKinds, kindOf, type WaitKind } from "./attention.logic.ts";
import { KindFilter } from "./kind-filter.tsx";
import { NoticesButton } from "./notices-button.tsx";
import { useAttention } from "./queries.ts";

/** As many as leave room for the workspaces below. */
const FIRST = 6;
const STEP = 100;

/** What waits for the person in all workspaces, the longest wait first. */
export function NeedsYou() {
  const { data: items, error, refetch } = useAttention();
  if (items !== undefined && items.length > 0) return <Waiting items={items} />;
  if (items === undefined && error !== null) {
    return (
      <CalmLine>
        <p role="alert">What needs you could not be loaded.</p>
        <Button size="small" onClick={() => void refetch()}>
          <RotateCw aria-hidden />
          Retry
        </Button>
      </CalmLine>
    );
  }
  return (
    <CalmLine>
      {items !== undefined && (
        <>
          <p className="flex items-center gap-1.5 text-muted">
            <CircleCheck aria-hidden className="size-3.5 text-status-done" />
            Nothing needs you
          </p>
          <NoticesButton />
        </>
      )}
    </CalmLine>
  );
}

/** Has its height before anything is known, so that nothing moves. */
function CalmLine({ children }: { children: ReactNode }) {
  return (
    <div
      data-slot="needs-you"
      className="flex min-h-7 flex-wrap items-center justify-between gap-2"
    >
      {children}
    </div>
  );
}

function Waiting({ items }: { items: readonly AttentionItem[] }) {
  const headingId = useId();
  const [chosen, setChosen] = useState<WaitKind | null>(null);
  const [most, setMost] = useState(FIRST);
  const kinds = countKinds(items);
  // The last of its kind may have gone while it was looked at.
  const kind = kinds.some((counted) => counted.kind === chosen) ? chosen : null;
  const matching = kind === null ? items : items.filter((item) => kindOf(item) === kind);
  const hidden = matching.length - most;
  return (
    <section data-slot="needs-you" aria-labelledby={headingId} className="space-y-2">
      <div className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id={headingId} className="text-lg font-semibold">
          Needs you{" "}
          <span className="rounded-sm border border-status-review bg-review-surface px-1 text-sm font-medium text-status-review tabular-nums">
            {items.length.toLocaleString()}
          </span>
        </h2>
        {kinds.length > 1 && items.length > FIRST && (
          <KindFilter kinds={kinds} chosen={kind} onChoose={setChosen} />
        )}
        <span className="ml-auto">
          <NoticesButton />
        </span>
      </div>
      <ul
        aria-labelledby={headingId}
        className="@container divide-y overflow-hidden rounded-md border border-status-review/40 bg-card contrast-more:border-status-review"
      >
        {matching.slice(0, most).map((item) => (
          <AttentionRow key={item.task_id} item={item} />
        ))}
      </ul>
      {hidden > 0 && (
        <Button size="small" onClick={() => setMost(most + STEP)}>
          Show {Math.min(hidden, STEP).toLocaleString()} more
        </Button>
      )}
    </section>
  );
}
