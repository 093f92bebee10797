import type { TaskComment } from "@malamar/contract/task.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useEditComment } from "#features/tasks/mutations.ts";
import { taskQueries } from "#features/tasks/queries.ts";
import { errorMessage } from "#lib/error-details.logic.ts";
import type { TextEditor } from "./save-text.ts";
import { TextAreaEditor } from "./text-area-editor.tsx";
import {
  beginEdit,
  isChangedElsewhere,
  isUnsaved,
  keepMine,
  type TextEdit,
} from "./text-edit.logic.ts";
import type { SetCommentEdit } from "./text-edits.ts";

type CommentEditorProps = { comment: TaskComment; edit: TextEdit; setEdit: SetCommentEdit };

/** Edits a comment in place. */
export function CommentEditor(props: CommentEditorProps) {
  const editor = useCommentEditor(props);
  const label = props.comment.is_note ? "Text of the note" : "Text of the comment";
  return <TextAreaEditor label={label} editor={editor} edit={props.edit} />;
}

function useCommentEditor({ comment, edit, setEdit }: CommentEditorProps): TextEditor {
  const queryClient = useQueryClient();
  const update = useEditComment(comment.task_id);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();
  const { id, content: theirs } = comment;

  const end = () => setEdit(id, null);

  const save = async () => {
    if (isBusy) return;
    if (!isUnsaved(edit)) return end();
    if (edit.text.trim() === "") return setError("Write something, or delete it instead.");
    setIsBusy(true);
    try {
      // Compares with the server's current text and not with the one shown, which may be old.
      const fresh = await queryClient.fetchQuery({
        ...taskQueries.comments(comment.task_id),
        staleTime: 0,
      });
      const known = fresh.find((other) => other.id === id);
      if (known === undefined || isChangedElsewhere(edit, known.content)) return;
      await update.mutateAsync({ id, content: edit.text });
      end();
    } catch (cause) {
      setError(errorMessage(cause));
    } finally {
      setIsBusy(false);
    }
  };

  return {
    edit,
    theirs,
    isBusy,
    error,
    isConflict: isChangedElsewhere(edit, theirs),
    change: (text) => {
      setError(undefined);
      setEdit(id, { ...edit, text });
    },
    keepMine: () => setEdit(id, keepMine(edit, theirs)),
    takeTheirs: () => setEdit(id, beginEdit(theirs)),
    save: () => void save(),
    end,
  };
}
