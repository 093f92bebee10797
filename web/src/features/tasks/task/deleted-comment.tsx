import type { TaskComment } from "@malamar/contract/task.ts";
import { Trash2 } from "lucide-react";
import { RelativeTime } from "#components/relative-time.tsx";
import { TypedTexts } from "#components/typed-texts.tsx";
import { Button } from "#components/ui/button.tsx";
import { isUnsaved, type TextEdit } from "./text-edit.logic.ts";
import type { SetCommentEdit } from "./text-edits.ts";

type DeletedCommentProps = {
  comment: TaskComment;
  at: string;
  edit: TextEdit | null;
  setEdit: SetCommentEdit;
};

/** Stands in for a deleted comment. An unsaved edit in this tab can still be copied. */
export function DeletedComment({ comment, at, edit, setEdit }: DeletedCommentProps) {
  return (
    <li className="space-y-3 px-3 text-sm text-muted">
      <div className="flex items-start gap-2">
        <Trash2 aria-hidden className="mt-0.5 size-3.5 shrink-0" />
        <span className="min-w-0 flex-1">Deleted by you</span>
        <span className="shrink-0">
          <RelativeTime iso={at} />
        </span>
      </div>
      {isUnsaved(edit) && (
        <>
          <TypedTexts texts={[edit.text]} />
          <Button size="small" onClick={() => setEdit(comment.id, null)}>
            Discard
          </Button>
        </>
      )}
    </li>
  );
}
