import type { Task } from "@malamar/contract/task.ts";
import { useState } from "react";
import { Field } from "#components/field.tsx";
import { Button } from "#components/ui/button.tsx";
import { Input } from "#components/ui/input.tsx";
import { WriteButton } from "#components/write-button.tsx";
import { LabelChips } from "#features/tasks/label-chips.tsx";
import { typedLabels } from "#features/tasks/labels.logic.ts";
import { useUpdateTask } from "#features/tasks/mutations.ts";
import { errorMessage } from "#lib/error-details.logic.ts";
import { useFocusAfterEdit } from "./use-focus-after-edit.ts";

/** The labels of a task, to be changed in their place. */
export function TaskLabels({ task }: { task: Task }) {
  const [isEditing, setIsEditing] = useState(false);
  const buttonRef = useFocusAfterEdit(isEditing);
  if (isEditing) return <LabelsEditor task={task} onEnd={() => setIsEditing(false)} />;
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <LabelChips labels={task.labels} />
      <WriteButton ref={buttonRef} size="small" onClick={() => setIsEditing(true)}>
        {task.labels.length === 0 ? "Add labels" : "Edit labels"}
      </WriteButton>
    </div>
  );
}

function LabelsEditor({ task, onEnd }: { task: Task; onEnd: () => void }) {
  const [line, setLine] = useState(task.labels.join(", "));
  const update = useUpdateTask(task.id);
  const save = () => update.mutate({ labels: typedLabels(line) }, { onSuccess: onEnd });
  return (
    <form
      data-editor
      className="space-y-2"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Field
        label="Labels"
        hint="Up to 10, separated by commas."
        error={update.error === null ? undefined : errorMessage(update.error)}
      >
        {(field) => (
          <Input
            {...field}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- somebody has just asked to type here
            autoFocus
            autoComplete="off"
            value={line}
            onChange={(event) => setLine(event.currentTarget.value)}
            onKeyDown={(event) => event.key === "Escape" && onEnd()}
          />
        )}
      </Field>
      <div className="flex gap-2">
        <Button onClick={onEnd}>Discard</Button>
        <WriteButton type="submit" variant="primary" isBusy={update.isPending} busyLabel="Saving…">
          Save
        </WriteButton>
      </div>
    </form>
  );
}
