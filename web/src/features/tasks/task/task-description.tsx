import type { Task } from "@malamar/contract/task.ts";
import { Pencil, Plus } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { withKey } from "#features/tasks/key-hint.ts";
import { FoldedMarkdown } from "#components/folded-text.tsx";
import { useTextEditor } from "./save-text.ts";
import { TextAreaEditor } from "./text-area-editor.tsx";
import type { TextEdits } from "./text-edits.ts";
import { useFocusAfterEdit } from "./use-focus-after-edit.ts";

type TaskDescriptionProps = { task: Task; edits: TextEdits };

/** What is to be done, to be changed in its place. */
export function TaskDescription({ task, edits }: TaskDescriptionProps) {
  const editor = useTextEditor(task, "description", edits);
  const buttonRef = useFocusAfterEdit(editor.edit !== null);
  if (editor.edit !== null) {
    return (
      <TextAreaEditor
        label="Description"
        placeholder="What to do, and how you'll know it's done. Markdown supported."
        editor={editor}
        edit={editor.edit}
      />
    );
  }
  if (task.description.trim() === "") {
    return (
      <Tooltip text={withKey("Add a description", "edit")}>
        <Button
          ref={buttonRef}
          variant="ghost"
          size="small"
          className="-ml-2"
          onClick={editor.begin}
        >
          <Plus aria-hidden />
          Add a description
        </Button>
      </Tooltip>
    );
  }
  return (
    <section aria-label="Description" className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <FoldedMarkdown text={task.description} />
      </div>
      <Tooltip text={withKey("Edit the description", "edit")}>
        <Button
          ref={buttonRef}
          variant="ghost"
          size="icon"
          aria-label="Edit the description"
          onClick={editor.begin}
          className="-mt-1"
        >
          <Pencil aria-hidden />
        </Button>
      </Tooltip>
    </section>
  );
}
