import { WriteButton } from "#components/write-button.tsx";
import type { TextEditor } from "./save-text.ts";

/** Saves a text of the task. After a conflict, the user must choose a version first. */
export function SaveButton({ editor }: { editor: TextEditor }) {
  return (
    <WriteButton
      type="submit"
      variant="primary"
      isBusy={editor.isBusy}
      busyLabel="Saving…"
      isBlocked={editor.isConflict}
    >
      Save
    </WriteButton>
  );
}
