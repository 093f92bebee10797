import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { Button } from "#components/ui/button.tsx";
import { Textarea } from "#components/ui/input.tsx";
import { rangeOf, type PlacedDraft } from "./items.logic.ts";
import { targetWords } from "./moves.logic.ts";

type DraftEditorProps = {
  placed: PlacedDraft;
  /** It was there before, and can be left as it was. */
  isStored: boolean;
  /** Every key is stored. */
  onChange: (text: string) => void;
  /** It stays as it is. */
  onDone: () => void;
  /** It is again what it was before, or gone. */
  onCancel: () => void;
};

/** Where a comment on lines is written. */
export function DraftEditor(props: DraftEditorProps) {
  const { placed, isStored, onChange, onDone, onCancel } = props;
  const { draft } = placed;
  const hintId = useId();
  const boxRef = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(draft.text);
  const where = targetWords({ ...(rangeOf(placed) ?? draft), side: draft.side });
  const isEmpty = text.trim() === "";
  useEffect(() => boxRef.current?.focus({ preventScroll: true }), []);

  const finish = () => (isEmpty ? onCancel() : onDone());

  const press = (event: KeyboardEvent) => {
    const isSend = event.key === "Enter" && (event.ctrlKey || event.metaKey);
    if (event.key !== "Escape" && !isSend) return;
    event.preventDefault();
    event.stopPropagation();
    finish();
  };

  return (
    <form
      aria-label={`Comment on ${where}`}
      data-slot="draft-editor"
      className="space-y-2 rounded-md border bg-card p-2 font-sans"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty) onDone();
      }}
    >
      <Textarea
        ref={boxRef}
        aria-label={`Comment on ${where} of ${draft.path}`}
        aria-describedby={hintId}
        placeholder="Leave a comment"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          onChange(event.currentTarget.value);
        }}
        onKeyDown={press}
        className="field-sizing-content max-h-[40dvh]"
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p id={hintId} className="text-sm text-muted">
          On {where}. Sent together with your other comments.
          {!isStored && isEmpty && (
            <span className="hidden pointer-coarse:inline">
              {" "}
              Tap another number to comment on all lines up to it.
            </span>
          )}
        </p>
        <span className="ml-auto flex gap-2">
          <Button size="small" onClick={onCancel}>
            {isStored ? "Cancel" : "Discard"}
          </Button>
          <Button type="submit" size="small" variant="primary" aria-disabled={isEmpty}>
            {isStored ? "Save comment" : "Add comment"}
          </Button>
        </span>
      </div>
    </form>
  );
}
