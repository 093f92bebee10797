import { zodResolver } from "@hookform/resolvers/zod";
import type { TaskId } from "@malamar/contract/ids.ts";
import { RequiredText } from "@malamar/contract/text.ts";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { Field, FieldError } from "#components/field.tsx";
import { FormDialog } from "#components/form-dialog.tsx";
import type { FocusReturn } from "#components/ui/dialog-parts.ts";
import { Textarea } from "#components/ui/input.tsx";
import { errorMessage } from "#lib/error-details.logic.ts";
import { toast } from "#lib/toast.ts";
import { useSendBack } from "./mutations.ts";

const SendBackForm = z.object({ content: RequiredText });

type SendBackDialogProps = FocusReturn & {
  taskId: TaskId;
  summary: string;
  onClose: () => void;
};

/** Asks what is still missing and sends the task back with that comment. */
export function SendBackDialog({ taskId, summary, onClose, returnFocusTo }: SendBackDialogProps) {
  const form = useForm({
    resolver: zodResolver(SendBackForm),
    defaultValues: { content: "" },
  });
  const sendBack = useSendBack(taskId);
  const { errors, isDirty, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ content }) => {
    try {
      await sendBack.mutateAsync(content);
      onClose();
      toast.success("Sent back to the team", { description: summary });
    } catch (error) {
      form.setError("root", { message: errorMessage(error) });
    }
  });
  return (
    <FormDialog
      title="Send back"
      description={summary}
      submitLabel="Send back"
      busyLabel="Sending…"
      isBusy={isSubmitting}
      isDirty={isDirty}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    >
      <Field
        label="What should change"
        hint="The team reads this as your comment and starts again. Markdown supported."
        error={errors.content?.message}
      >
        {(field) => <Textarea {...field} {...form.register("content")} rows={5} required />}
      </Field>
      {errors.root?.message !== undefined && (
        <div role="alert">
          <FieldError>{errors.root.message}</FieldError>
        </div>
      )}
    </FormDialog>
  );
}
