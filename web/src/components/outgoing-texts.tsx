import { CircleAlert } from "lucide-react";
import type { OutgoingText } from "#lib/outbox.logic.ts";
import { FoldedMarkdown, FoldedPlainText } from "./folded-text.tsx";
import { Button } from "./ui/button.tsx";
import { WriteButton } from "./write-button.tsx";

type OutgoingTextsProps = {
  label: string;
  items: readonly OutgoingText[];
  /** What these texts are, if that is not obvious. */
  mark?: string;
  /** The text will be shown as plain text once it has arrived. */
  isPlain?: boolean;
  onRetry: (item: OutgoingText) => void;
  onEdit: (item: OutgoingText) => void;
  onDiscard: (item: OutgoingText) => void;
};

/** Texts just sent, and texts that failed. Those can be resent, edited or dropped. */
export function OutgoingTexts({
  label,
  items,
  mark,
  isPlain = false,
  ...actions
}: OutgoingTextsProps) {
  if (items.length === 0) return null;
  return (
    <ul aria-label={label} className="space-y-3">
      {items.map((item) => (
        <li key={item.key} className="rounded-md border bg-card">
          <div className="flex flex-wrap items-center gap-x-2 border-b px-3 py-1.5 text-sm">
            <span className="font-medium">You</span>
            {mark !== undefined && <span className="text-muted">{mark}</span>}
            {item.state === "sending" && <span className="text-muted">Sending…</span>}
          </div>
          <div className="px-3 py-2">
            {isPlain ? (
              <FoldedPlainText text={item.content} />
            ) : (
              <FoldedMarkdown text={item.content} />
            )}
          </div>
          {item.state === "failed" && (
            <Failure
              item={item}
              onRetry={() => actions.onRetry(item)}
              onEdit={() => actions.onEdit(item)}
              onDiscard={() => actions.onDiscard(item)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

type FailureProps = {
  item: OutgoingText;
  onRetry: () => void;
  onEdit: () => void;
  onDiscard: () => void;
};

function Failure({ item, onRetry, onEdit, onDiscard }: FailureProps) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-b-md border-t border-error bg-error-surface px-3 py-2 text-sm"
    >
      <p className="flex min-w-0 flex-1 basis-64 items-start gap-1.5 wrap-any">
        <CircleAlert aria-hidden className="mt-px size-3.5 shrink-0 text-error" />
        <span>Not sent. {item.reason}</span>
      </p>
      <div className="flex gap-2">
        <WriteButton size="small" onClick={onRetry}>
          Retry
        </WriteButton>
        <Button size="small" onClick={onEdit}>
          Edit
        </Button>
        <Button size="small" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </div>
  );
}
