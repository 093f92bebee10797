import { zodResolver } from "@hookform/resolvers/zod";
import type { WorkspaceId } from "@malamar/contract/ids.ts";
import { CreateTask } from "@malamar/contract/task.ts";
import { useForm } from "react-hook-form";
import { CheckboxField } from "#components/checkbox-field.tsx";
import { Field, FieldError } from "#components/field.tsx";
import { FormDialog } from "#components/form-dialog.tsx";
import { ToastLink } from "#components/toast-link.tsx";
import type { FocusReturn } from "#components/ui/dialog-parts.ts";
import { Input, Textarea } from "#components/ui/input.tsx";
import { useCreateTask } from "#features/tasks/mutations.ts";
import { errorMessage } from "#lib/error-details.logic.ts";
import { shortened } from "#lib/short-text.logic.ts";
import { fieldProblems } from "#lib/server-errors.logic.ts";
import { toast } from "#lib/toast.ts";

/** A toast fits two lines. */
const MOST_LETTERS = 120;

const FIELDS = [
  "summary",
  "description",
  "is_on_hold",
] as const satisfies readonly (keyof CreateTask)[];

type CreateTaskDialogProps = FocusReturn & {
  workspaceId: WorkspaceId;
  /** The initial values of the fields. */
  example?: Pick<CreateTask, "summary" | "description">;
  onClose: () => void;
};

export function CreateTaskDialog(props: CreateTaskDialogProps) {
  const { workspaceId, example, onClose, returnFocusTo } = props;
  const form = useForm<CreateTask>({
    resolver: zodResolver(CreateTask),
    defaultValues: { summary: "", description: "", is_on_hold: false, ...example },
  });
  const create = useCreateTask(workspaceId);
  const { errors, isDirty, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    try {
      const task = await create.mutateAsync(values);
      onClose();
      toast.success(
        <ToastLink
          to={`/workspaces/${workspaceId}/tasks/${task.id}`}
          title="Task created"
          onClick={() => toast.dismiss(task.id)}
        >
          <span className="line-clamp-2 font-normal">{shortened(task.summary, MOST_LETTERS)}</span>
        </ToastLink>,
        { id: task.id },
      );
    } catch (error) {
      const problems = fieldProblems(error, FIELDS);
      if (problems === null) form.setError("root", { message: errorMessage(error) });
      for (const { field, message } of problems ?? []) form.setError(field, { message });
    }
  });

  return (
    <FormDialog
      title="New task"
      description="Your agents start on it in order."
      submitLabel="Create task"
      busyLabel="Creating…"
      isBusy={isSubmitting}
      isDirty={isDirty}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    >
      <Field label="Summary" error={errors.summary?.message}>
        {(field) => <Input {...field} {...form.register("summary")} required autoComplete="off" />}
      </Field>
      <Field
        label="Description"
        isOptional
        hint="What to do, and how you'll know it's done. Markdown supported."
        error={errors.description?.message}
      >
        {(field) => <Textarea {...field} {...form.register("description")} rows={8} />}
      </Field>
      <CheckboxField
        label="Add without starting"
        hint="Stays on hold until you release it."
        {...form.register("is_on_hold")}
      />
      {errors.root?.message !== undefined && (
        <div role="alert">
          <FieldError>{errors.root.message}</FieldError>
        </div>
      )}
    </FormDialog>
  );
}
