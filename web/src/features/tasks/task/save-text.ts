import { oneLine } from "@malamar/contract/plain/text.ts";
import type { Task } from "@malamar/contract/task.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useUpdateTask } from "#features/tasks/mutations.ts";
import { taskQueries } from "#features/tasks/queries.ts";
import { errorMessage } from "#lib/error-details.logic.ts";
import { beginEdit, isChangedElsewhere, isUnsaved, keepMine } from "./text-edit.logic.ts";
import type { TextEdits } from "./text-edits.ts";

/** Edits one text of a task in place, without overwriting a concurrent change. */
export function useTextEditor(task: Task, field: "summary" | "description", edits: TextEdits) {
  const queryClient = useQueryClient();
  const update = useUpdateTask(task.id);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();
  const edit = edits[field];

  const end = () => {
    setError(undefined);
    edits.set(field, null);
  };

  const save = async () => {
    if (edit === null || isBusy) return;
    if (!isUnsaved(edit)) return end();
    const isEmpty = field === "summary" && oneLine(edit.text) === "";
    if (isEmpty) return setError("Summary must not be empty.");
    setIsBusy(true);
    try {
      // Compares with the server's current text and not with the one shown, which may be old.
      const fresh = await queryClient.fetchQuery({ ...taskQueries.detail(task.id), staleTime: 0 });
      if (isChangedElsewhere(edit, fresh[field])) return;
      await update.mutateAsync({ [field]: edit.text });
      end();
    } catch (cause) {
      setError(errorMessage(cause));
    } finally {
      setIsBusy(false);
    }
  };

  return {
    edit,
    /** The server's text. */
    theirs: task[field],
    isBusy,
    error,
    isConflict: edit !== null && isChangedElsewhere(edit, task[field]),
    begin: () => edit === null && edits.set(field, beginEdit(task[field])),
    change: (text: string) => {
      setError(undefined);
      if (edit !== null) edits.set(field, { ...edit, text });
    },
    keepMine: () => edit !== null && edits.set(field, keepMine(edit, task[field])),
    takeTheirs: () => edits.set(field, beginEdit(task[field])),
    save: () => void save(),
    end,
  };
}

/** What an editor needs to know about the text being edited. */
export type TextEditor = Omit<ReturnType<typeof useTextEditor>, "begin">;
