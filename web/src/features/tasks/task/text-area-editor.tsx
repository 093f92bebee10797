import { useEffect, useId, useState, type FocusEvent, type KeyboardEvent } from "react";
import { FieldError } from "#components/field.tsx";
import { lazyPart } from "#components/lazy-part.tsx";
import { Button } from "#components/ui/button.tsx";
import { Textarea } from "#components/ui/input.tsx";
import { ChangedElsewhere } from "./changed-elsewhere.tsx";
import { useFocusBack } from "#components/focus-back.ts";
import { isSendKey } from "./send-key.ts";
import { SaveButton } from "./save-button.tsx";
import type { TextEditor } from "./save-text.ts";
import { isUnsaved, type TextEdit } from "./text-edit.logic.ts";

const [DiscardDialog, fetchDiscardDialog] = lazyPart(
  async () => (await import("#components/discard-dialog.tsx")).DiscardDialog,
);

/** Most edits add to a text. */
function toItsEnd({
  currentTarget: { value, selectionStart, selectionEnd },
  currentTarget,
}: FocusEvent<HTMLTextAreaElement>) {
  // Only when it opens: later the caret stays where you left it.
  if (selectionStart === 0 && selectionEnd === 0)
    currentTarget.setSelectionRange(value.length, value.length);
}

type TextAreaEditorProps = {
  label: string;
  placeholder?: string;
  editor: TextEditor;
  edit: TextEdit;
};

/** A long text, edited in place. */
export function TextAreaEditor({ label, placeholder, editor, edit }: TextAreaEditorProps) {
  const errorId = useId();
  const [isAsking, setIsAsking] = useState(false);
  const { returnFocusTo, remember } = useFocusBack();
  // It asks offline, too.
  useEffect(fetchDiscardDialog, []);
  const discard = () => {
    if (!isUnsaved(edit)) return editor.end();
    remember();
    setIsAsking(true);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape") discard();
    if (!isSendKey(event)) return;
    event.preventDefault();
    if (!editor.isConflict) editor.save();
  };
  return (
    <form
      data-editor
      className="space-y-2"
      onSubmit={(event) => {
        event.preventDefault();
        editor.save();
      }}
    >
      <ChangedElsewhere editor={editor} />
      <Textarea
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just asked to type here
        autoFocus
        onFocus={toItsEnd}
        aria-label={label}
        aria-invalid={editor.error !== undefined}
        aria-describedby={editor.error === undefined ? undefined : errorId}
        placeholder={placeholder}
        value={edit.text}
        onChange={(event) => editor.change(event.currentTarget.value)}
        onKeyDown={press}
        className="field-sizing-content max-h-[50dvh] min-h-28"
      />
      {editor.error !== undefined && (
        <div role="alert">
          <FieldError id={errorId}>{editor.error}</FieldError>
        </div>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={discard}>Discard</Button>
        <SaveButton editor={editor} />
      </div>
      {isAsking && (
        <DiscardDialog
          onDiscard={editor.end}
          onClose={() => setIsAsking(false)}
          returnFocusTo={returnFocusTo}
        />
      )}
    </form>
  );
}
