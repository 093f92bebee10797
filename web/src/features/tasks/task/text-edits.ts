import type { CommentId } from "@malamar/contract/ids.ts";
import { useCallback, useState } from "react";
import { useUnsaved } from "#lib/unsaved.ts";
import { isUnsaved, type TextEdit } from "./text-edit.logic.ts";

type Field = "summary" | "description";

/** Null ends it. A stable function, so that memoized entries stay memoized. */
export type SetCommentEdit = (id: CommentId, edit: TextEdit | null) => void;

export type TextEdits = ReturnType<typeof useTextEdits>;

/**
 * The unsaved edits of a task and its comments. They are stored above the views, so that they
 * survive a change of tabs, and even the task. Any way of leaving asks first.
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
