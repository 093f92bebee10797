import { oneLine } from "@malamar/contract/plain/text.ts";
import type { Task } from "@malamar/contract/task.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useUpdateTask } from "#features/tasks/mutations.ts";
import { taskQueries } from "#features/tasks/queries.ts";
import { errorMessage } from "#lib/error-details.logic.ts";
import { beginEdit, isChangedElsewhere, isUnsaved, keepMine } from "./text-edit.logic.ts";
import type { TextEdits } from "./text-edits.ts";

/** Changing one text of a task in its place, without overwriting what somebody else wrote meanwhile. */
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
      // What is on the server now decides, not what was shown a moment ago.
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
    /** What the server has. */
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

/** What an editor has to know of the text that is being changed. */
export type TextEditor = Omit<ReturnType<typeof useTextEditor>, "begin">;
