import type { Task } from "@malamar/contract/task.ts";
import { Pencil } from "lucide-react";
import { useId, useState } from "react";
import { FieldError } from "#components/field.tsx";
import { Button } from "#components/ui/button.tsx";
import { Input } from "#components/ui/input.tsx";
import { ChangedElsewhere } from "./changed-elsewhere.tsx";
import { SaveButton } from "./save-button.tsx";
import { useTextEditor, type TextEditor } from "./save-text.ts";
import { TASK_TITLE_ID } from "./task-shell.tsx";
import type { TextEdits } from "./text-edits.ts";

type TaskSummaryProps = { task: Task; edits: TextEdits };

/** The task's summary, edited in place. */
export function TaskSummary({ task, edits }: TaskSummaryProps) {
  const editor = useTextEditor(task, "summary", edits);
  // After an edit the focus returns here.
  const [hasEdited, setHasEdited] = useState(false);
  const begin = () => {
    setHasEdited(true);
    editor.begin();
  };
  if (editor.edit !== null) return <SummaryEditor editor={editor} summary={task.summary} />;
  return (
    <h2
      id={TASK_TITLE_ID}
      className="-mx-1 max-h-[24dvh] min-w-0 flex-1 overflow-y-auto text-lg font-semibold pointer-coarse:-my-3 pointer-coarse:py-3"
    >
      <button
        type="button"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- focus comes back from the field
        autoFocus={hasEdited}
        onClick={begin}
        data-command="Edit the summary"
        className="group hit-area max-w-full rounded-sm px-1 text-left wrap-any hover:bg-hover focus-visible:-outline-offset-2"
      >
        <bdi>{task.summary}</bdi>
        <Pencil
          aria-hidden
          className="ml-1.5 inline size-3.5 align-baseline text-muted opacity-60 group-hover:opacity-100"
        />
        <span className="sr-only">(edit)</span>
      </button>
    </h2>
  );
}

function SummaryEditor({ editor, summary }: { editor: TextEditor; summary: string }) {
  const errorId = useId();
  return (
    <>
      <h2 id={TASK_TITLE_ID} className="sr-only">
        {summary}
      </h2>
      <form
        data-editor
        className="min-w-0 flex-1 space-y-2"
        onSubmit={(event) => {
          event.preventDefault();
          editor.save();
        }}
      >
        <div className="flex flex-wrap gap-2">
          <Input
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just asked to type here
            autoFocus
            aria-label="Summary"
            aria-invalid={editor.error !== undefined}
            aria-describedby={editor.error === undefined ? undefined : errorId}
            value={editor.edit?.text ?? ""}
            onChange={(event) => editor.change(event.currentTarget.value)}
            onKeyDown={(event) => event.key === "Escape" && editor.end()}
            className="min-w-0 flex-1 basis-60"
          />
          <div className="flex gap-2">
            <Button onClick={editor.end}>Discard</Button>
            <SaveButton editor={editor} />
          </div>
        </div>
        {editor.error !== undefined && (
          <div role="alert">
            <FieldError id={errorId}>{editor.error}</FieldError>
          </div>
        )}
        <ChangedElsewhere editor={editor} />
      </form>
    </>
  );
}
