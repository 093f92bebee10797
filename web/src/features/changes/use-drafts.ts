import { useMemo } from "react";
import { lineDrafts, useLineDrafts } from "#lib/line-drafts.ts";
import type { LineDraft } from "#lib/line-drafts.logic.ts";
import { toast } from "#lib/toast.ts";
import type { ChangesOf } from "./changes-of.ts";

/** Comments that have not been sent. */
export type Drafts = {
  all: readonly LineDraft[];
  put: (draft: LineDraft) => void;
  /** It is empty now. */
  remove: (draft: LineDraft) => void;
  removeSent: (draft: LineDraft) => void;
  /** Can be undone. */
  discard: (draft: LineDraft) => void;
};

/** Comments that were not sent, of a task. In a chat there are none. */
export function useDrafts({ kind, id }: ChangesOf): Drafts | null {
  const all = useLineDrafts(id);
  return useMemo(
    () =>
      kind === "chat"
        ? null
        : {
            all,
            put: (draft: LineDraft) => lineDrafts.put(id, draft),
            remove: ({ key }: LineDraft) => lineDrafts.remove(id, key),
            removeSent: (draft: LineDraft) => lineDrafts.removeSent(id, draft),
            discard: (draft: LineDraft) => discard(id, draft),
          },
    [kind, id, all],
  );
}

function discard(id: string, draft: LineDraft) {
  lineDrafts.remove(id, draft.key);
  if (draft.text.trim() === "") return;
  toast.success("Comment deleted", {
    action: { label: "Undo", onClick: () => lineDrafts.put(id, draft) },
  });
}
