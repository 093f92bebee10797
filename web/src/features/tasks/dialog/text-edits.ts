import { useState } from "react";
import { useUnsaved } from "#lib/unsaved.ts";
import { isUnsaved, type TextEdit } from "./text-edit.logic.ts";

type Field = "summary" | "description";

export type TextEdits = ReturnType<typeof useTextEdits>;

/**
 * The texts of a task that are being changed. They live above what is shown of it, so that they outlast
 * a change of tabs, and even the task. Leaving asks first, by whatever way.
 */
export function useTextEdits() {
  const [edits, setEdits] = useState<Readonly<Record<Field, TextEdit | null>>>({
    summary: null,
    description: null,
  });
  const unsaved = Object.values(edits).filter(isUnsaved);
  useUnsaved(unsaved.length > 0);
  return {
    ...edits,
    /** Null ends it. */
    set: (field: Field, edit: TextEdit | null) => setEdits((all) => ({ ...all, [field]: edit })),
    unsaved: unsaved.map(({ text }) => text),
  };
}
