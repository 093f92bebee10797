import { zodResolver } from "@hookform/resolvers/zod";
import type { WorkspaceId } from "@malamar/contract/ids.ts";
import { useForm, useWatch } from "react-hook-form";
import { useNavigate } from "react-router";
import { FieldError } from "#components/field.tsx";
import { FormDialog } from "#components/form-dialog.tsx";
import type { FocusReturn } from "#components/ui/dialog-parts.ts";
import { errorMessage } from "#lib/error-details.logic.ts";
import { fieldProblems } from "#lib/server-errors.logic.ts";
import { toast } from "#lib/toast.ts";
import { useAddTeam, useCreateWorkspace } from "./mutations.ts";
import { useCanBranchAt, useRepository } from "./use-repository.ts";
import { WorkspaceFields } from "./workspace-fields.tsx";
import {
  NEW_WORKSPACE,
  WORKSPACE_FIELDS,
  WorkspaceForm,
  toCreateWorkspace,
  type WorkspaceFormInput,
  type WorkspaceFormOutput,
} from "./workspace-form.logic.ts";

type CreateWorkspaceDialogProps = FocusReturn & { onClose: () => void };

export function CreateWorkspaceDialog({ onClose, returnFocusTo }: CreateWorkspaceDialogProps) {
  const form = useForm<WorkspaceFormInput, unknown, WorkspaceFormOutput>({
    resolver: zodResolver(WorkspaceForm),
    defaultValues: NEW_WORKSPACE,
  });
  const create = useCreateWorkspace();
  const addTeam = useAddTeam();
  const navigate = useNavigate();
  const { errors, isDirty } = form.formState;
  const [place, path] = useWatch({
    control: form.control,
    name: ["place", "working_directory_path"],
  });
  const repository = useRepository(place === "project" ? path : "");
  const canBranchAt = useCanBranchAt();

  /** The workspace has been created even if adding the team fails. */
  async function hire(id: WorkspaceId, team: WorkspaceFormOutput["team"]) {
    if (team === "none") return;
    try {
      await addTeam.mutateAsync({ id, team });
    } catch (error) {
      toast.error("The team was not added", { description: errorMessage(error) });
    }
  }

  const submit = form.handleSubmit(async (values) => {
    try {
      const canBranch =
        values.place === "project" && (await canBranchAt(values.working_directory_path));
      const workspace = await create.mutateAsync(toCreateWorkspace(values, { canBranch }));
      await hire(workspace.id, values.team);
      onClose();
      void navigate(`/workspaces/${workspace.id}/tasks`);
      toast.success("Workspace created", { description: workspace.title });
      if (workspace.working_directory_warning !== null) {
        toast.warning("Check the working directory", {
          description: workspace.working_directory_warning,
        });
      }
    } catch (error) {
      const problems = fieldProblems(error, WORKSPACE_FIELDS);
      if (problems === null) form.setError("root", { message: errorMessage(error) });
      for (const { field, message } of problems ?? []) form.setError(field, { message });
    }
  });

  return (
    <FormDialog
      title="Create workspace"
      description="A workspace holds a team of agents and the tasks it works on."
      submitLabel="Create workspace"
      busyLabel="Creating…"
      isBusy={form.formState.isSubmitting}
      isDirty={isDirty}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    >
      <WorkspaceFields form={form} repository={repository} />
      {errors.root?.message !== undefined && (
        <div role="alert">
          <FieldError>{errors.root.message}</FieldError>
        </div>
      )}
    </FormDialog>
  );
}
