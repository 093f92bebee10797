import { useRef, useState } from "react";
import { useBeforeUnload, useBlocker } from "react-router";
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
  const isLeaving = useRef(false);
  const unsaved = Object.values(edits).filter(isUnsaved);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved.length > 0 &&
      !isLeaving.current &&
      currentLocation.pathname !== nextLocation.pathname,
  );
  useBeforeUnload((event) => {
    if (unsaved.length > 0) event.preventDefault();
  });
  return {
    ...edits,
    /** Null ends it. */
    set: (field: Field, edit: TextEdit | null) => setEdits((all) => ({ ...all, [field]: edit })),
    unsaved: unsaved.map(({ text }) => text),
    /** Set while somebody wants to leave with unsaved texts. */
    question:
      blocker.state === "blocked" ? { onDiscard: blocker.proceed, onClose: blocker.reset } : null,
    /** The next way out is taken without a question. */
    letGo: () => {
      isLeaving.current = true;
    },
  };
}
