import { Pencil, Trash2 } from "lucide-react";
import { FoldedPlainText } from "#components/folded-text.tsx";
import { Button } from "#components/ui/button.tsx";
import type { LineDraft } from "#lib/line-drafts.logic.ts";
import { rangeOf, type PlacedDraft } from "./items.logic.ts";
import { targetWords } from "./moves.logic.ts";

type DraftCardProps = {
  placed: PlacedDraft;
  /** Its line is not right above it. */
  isApart: boolean;
  /** Null where it cannot be edited. */
  onEdit: ((draft: LineDraft) => void) | null;
  onDelete: (draft: LineDraft) => void;
};

/** A comment that has not been sent yet. */
export function DraftCard({ placed, isApart, onEdit, onDelete }: DraftCardProps) {
  const { draft, at } = placed;
  const where = targetWords({ ...(rangeOf(placed) ?? draft), side: draft.side });
  return (
    <article
      aria-label={`Your comment on ${where} of ${draft.path}`}
      className="rounded-md border bg-card font-sans text-base"
    >
      <header className="flex flex-wrap items-center gap-x-2 border-b px-3 py-1 text-sm">
        <span className="font-medium">You</span>
        <span className="text-muted">{isApart ? `on ${where}, ` : ""}not sent yet</span>
        {at === "outdated" && (
          <span className="rounded-sm border border-status-review px-1 text-xs font-medium text-status-review">
            outdated
          </span>
        )}
        {at === "elsewhere" && <span className="text-muted">its line is not shown here</span>}
        <span className="ml-auto flex">
          {onEdit !== null && (
            <Button variant="ghost" size="small" onClick={() => onEdit(draft)}>
              <Pencil aria-hidden />
              Edit
            </Button>
          )}
          <Button
            variant="ghost"
            size="small"
            aria-label="Delete the comment"
            onClick={() => onDelete(draft)}
          >
            <Trash2 aria-hidden />
          </Button>
        </span>
      </header>
      {rangeOf(placed) === null && draft.quote !== "" && (
        <pre className="max-h-32 overflow-auto border-b bg-surface px-3 py-1 font-mono text-sm text-muted">
          {draft.quote}
        </pre>
      )}
      <div className="px-3 py-2">
        <FoldedPlainText text={draft.text} />
      </div>
    </article>
  );
}
