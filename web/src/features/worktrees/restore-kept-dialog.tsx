import { zodResolver } from "@hookform/resolvers/zod";
import { RestoreKept, type KeptWork } from "@malamar/contract/worktree.ts";
import { useForm } from "react-hook-form";
import { Field, FieldError } from "#components/field.tsx";
import { FormDialog } from "#components/form-dialog.tsx";
import type { FocusReturn } from "#components/ui/dialog-parts.ts";
import { CodeInput } from "#components/ui/input.tsx";
import { errorMessage } from "#lib/error-details.logic.ts";
import { fieldProblems } from "#lib/server-errors.logic.ts";
import { toast } from "#lib/toast.ts";
import { useRestoreKept } from "./mutations.ts";
import { checkoutOf } from "./worktree.logic.ts";

type RestoreKeptDialogProps = FocusReturn & { work: KeptWork; onClose: () => void };

/** Asks for the name of the branch that gets the kept work. */
export function RestoreKeptDialog({ work, onClose, returnFocusTo }: RestoreKeptDialogProps) {
  const form = useForm({
    resolver: zodResolver(RestoreKept),
    defaultValues: { branch: work.branch },
  });
  const restore = useRestoreKept();
  const { errors, isDirty, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ branch }) => {
    try {
      await restore.mutateAsync({ id: work.id, branch });
      toast.success("Branch restored", { description: branch });
      onClose();
    } catch (error) {
      const problems = fieldProblems(error, ["branch"]);
      if (problems === null) form.setError("root", { message: errorMessage(error) });
      for (const { field, message } of problems ?? []) form.setError(field, { message });
    }
  });
  return (
    <FormDialog
      title="Restore as a branch"
      description={`Adds a branch with the kept work to ${checkoutOf(work.repository)}. Nothing is checked out.`}
      submitLabel="Restore"
      busyLabel="Restoring…"
      isBusy={isSubmitting}
      isDirty={isDirty}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    >
      <Field label="Branch" error={errors.branch?.message}>
        {(field) => <CodeInput {...field} {...form.register("branch")} />}
      </Field>
      {errors.root?.message !== undefined && (
        <div role="alert">
          <FieldError>{errors.root.message}</FieldError>
        </div>
      )}
    </FormDialog>
  );
}
