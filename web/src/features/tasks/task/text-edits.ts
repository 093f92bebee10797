import type { CommentId } from "@malamar/contract/ids.ts";
import { useCallback, useState } from "react";
import { useUnsaved } from "#lib/unsaved.ts";
import { isUnsaved, type TextEdit } from "./text-edit.logic.ts";

type Field = "summary" | "description";

/** Null ends it. Always the same one, so that what is remembered stays so. */
export type SetCommentEdit = (id: CommentId, edit: TextEdit | null) => void;

export type TextEdits = ReturnType<typeof useTextEdits>;

/**
 * The texts of a task and its comments that are being changed. They live above what is shown of it, so
 * that they outlast a change of tabs, and even the task. Leaving asks first, by whatever way.
 */
export function useTextEdits() {
  const [edits, setEdits] = useState<Readonly<Record<Field, TextEdit | null>>>({
    summary: null,
    description: null,
  });
  const [comments, setComments] = useState<ReadonlyMap<CommentId, TextEdit>>(new Map());
  const setComment = useCallback<SetCommentEdit>(
    (id, edit) =>
      setComments((all) => {
        const others = new Map(all);
        others.delete(id);
        return edit === null ? others : others.set(id, edit);
      }),
    [],
  );
  const unsaved = [...Object.values(edits), ...comments.values()].filter(isUnsaved);
  useUnsaved(unsaved.length > 0);
  return {
    ...edits,
    /** Null ends it. */
    set: (field: Field, edit: TextEdit | null) => setEdits((all) => ({ ...all, [field]: edit })),
    comments,
    setComment,
    unsaved: unsaved.map(({ text }) => text),
  };
}
