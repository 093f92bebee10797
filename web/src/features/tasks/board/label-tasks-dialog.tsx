import { Labels } from "@malamar/contract/label.ts";
import type { TaskSummary } from "@malamar/contract/task.ts";
import { useState } from "react";
import { CheckboxField } from "#components/checkbox-field.tsx";
import { Field } from "#components/field.tsx";
import { FormDialog } from "#components/form-dialog.tsx";
import type { FocusReturn } from "#components/ui/dialog-parts.ts";
import { Input } from "#components/ui/input.tsx";
import { typedLabels } from "#features/tasks/labels.logic.ts";
import { counted } from "#lib/format.ts";
import { labelsOf } from "./filter.logic.ts";

type LabelTasksDialogProps = FocusReturn & {
  tasks: readonly TaskSummary[];
  isBusy: boolean;
  onSave: (change: { add_labels: string[]; remove_labels: string[] }) => unknown;
  onClose: () => void;
};

/** Labels to add to all selected tasks and labels to remove from them. */
export function LabelTasksDialog({ tasks, onSave, ...props }: LabelTasksDialogProps) {
  const [line, setLine] = useState("");
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const [error, setError] = useState<string>();
  const save = () => {
    const labels = Labels.safeParse(typedLabels(line));
    if (labels.success) onSave({ add_labels: labels.data, remove_labels: [...removed] });
    else setError(labels.error.issues[0]?.message);
  };
  return (
    <FormDialog
      title={`Label ${counted(tasks.length, "task")}`}
      submitLabel="Save labels"
      busyLabel="Saving…"
      isDirty={line !== "" || removed.length > 0}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      {...props}
    >
      <Field label="Add labels" isOptional hint="Separated by commas." error={error}>
        {(field) => (
          <Input
            {...field}
            autoComplete="off"
            value={line}
            onChange={(event) => setLine(event.currentTarget.value)}
          />
        )}
      </Field>
      {labelsOf(tasks).map((label) => (
        <CheckboxField
          key={label}
          label={`Remove “${label}”`}
          checked={removed.includes(label)}
          onChange={({ currentTarget: { checked } }) =>
            setRemoved(checked ? [...removed, label] : removed.filter((other) => other !== label))
          }
        />
      ))}
    </FormDialog>
  );
}
