import { useMemo, useState } from "react";
import type { LineDraft } from "#lib/line-drafts.logic.ts";
import type { Drafts } from "./use-drafts.ts";

/** A comment that is being written, and its text before that. Null: it is new. */
export type Editing = { draft: LineDraft; before: string | null };

/** The field for one comment at a time, and what can be done to comments. */
export function useDraftEditor(drafts: Drafts | null) {
  const [editing, setEditing] = useState<Editing | null>(null);
  return useMemo(
    () => ({
      editing,
      begin: (draft: LineDraft) => setEditing({ draft, before: null }),
      edit: (draft: LineDraft) => setEditing({ draft, before: draft.text }),
      change(draft: LineDraft, text: string) {
        const isEmpty = text.trim() === "";
        const kept = isEmpty ? (editing?.before ?? null) : text;
        if (kept === null) drafts?.remove(draft);
        else drafts?.put({ ...draft, text: kept });
      },
      done: () => setEditing(null),
      cancel(draft: LineDraft) {
        const before = editing?.before ?? null;
        setEditing(null);
        if (before === null) drafts?.discard(draft);
        else drafts?.put({ ...draft, text: before });
      },
      discard: (draft: LineDraft) => drafts?.discard(draft),
    }),
    [drafts, editing],
  );
}

export type DraftEditorTools = ReturnType<typeof useDraftEditor>;
