import { useEffect, useId, useRef, type KeyboardEvent } from "react";
import { Button } from "#components/ui/button.tsx";
import { Textarea } from "#components/ui/input.tsx";
import { useState } from "react";
import type { PlacedDraft } from "./items.logic.ts";
import { targetWords } from "./moves.logic.ts";

type DraftEditorProps = {
  placed: PlacedDraft;
  /** Every key is stored. */
  onChange: (text: string) => void;
  /** It stays as it is. */
  onDone: () => void;
  onDiscard: () => void;
};

/** Where a comment on lines is written. */
export function DraftEditor({ placed, onChange, onDone, onDiscard }: DraftEditorProps) {
  const { draft, range } = placed;
  const hintId = useId();
  const boxRef = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(draft.text);
  const where = targetWords({ ...(range ?? draft), side: draft.side });
  useEffect(() => boxRef.current?.focus({ preventScroll: true }), []);

  const finish = () => (text.trim() === "" ? onDiscard() : onDone());

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
        finish();
      }}
    >
      <Textarea
        ref={boxRef}
        aria-label={`Comment on ${where} of ${draft.path}`}
        aria-describedby={hintId}
        placeholder="What about this?"
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
        </p>
        <span className="ml-auto flex gap-2">
          <Button size="small" onClick={onDiscard}>
            Discard
          </Button>
          <Button type="submit" size="small" variant="primary" aria-disabled={text.trim() === ""}>
            Add comment
          </Button>
        </span>
      </div>
    </form>
  );
}
