import { zodResolver } from "@hookform/resolvers/zod";
import type { Agent } from "@malamar/contract/agent.ts";
import type { CliHealth } from "@malamar/contract/cli.ts";
import type { WorkspaceId } from "@malamar/contract/ids.ts";
import { FileInput } from "lucide-react";
import { useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { FieldError } from "#components/field.tsx";
import { FormDialog } from "#components/form-dialog.tsx";
import { Button } from "#components/ui/button.tsx";
import type { FocusReturn } from "#components/ui/dialog-parts.ts";
import { errorMessage } from "#lib/error-details.logic.ts";
import { toast } from "#lib/toast.ts";
import { AgentFields } from "./agent-fields.tsx";
import {
  AgentForm,
  agentFormValues,
  agentProblems,
  type AgentFormInput,
  type AgentFormOutput,
} from "./agent-form.logic.ts";
import { InputPreviewDialog } from "./input-preview-dialog.tsx";
import { useCreateAgent, useUpdateAgent } from "./mutations.ts";

type AgentDialogProps = FocusReturn & {
  workspaceId: WorkspaceId;
  /** Null creates a new agent. */
  agent: Agent | null;
  clis: readonly CliHealth[];
  onClose: () => void;
};

export function AgentDialog({
  workspaceId,
  agent,
  clis,
  onClose,
  returnFocusTo,
}: AgentDialogProps) {
  const form = useForm<AgentFormInput, unknown, AgentFormOutput>({
    resolver: zodResolver(AgentForm),
    defaultValues: agentFormValues(agent, clis),
  });
  const create = useCreateAgent(workspaceId);
  const update = useUpdateAgent(workspaceId);
  const { errors, isDirty, isSubmitting } = form.formState;
  const [isPreviewing, setIsPreviewing] = useState(false);
  const previewRef = useRef<HTMLButtonElement>(null);

  const submit = form.handleSubmit(async (input) => {
    try {
      if (agent === null) await create.mutateAsync(input);
      else await update.mutateAsync({ id: agent.id, input });
      onClose();
      toast.success(agent === null ? "Agent created" : "Agent saved", { description: input.name });
    } catch (error) {
      const problems = agentProblems(error);
      if (problems === null) form.setError("root", { message: errorMessage(error) });
      for (const [index, { field, message }] of (problems ?? []).entries()) {
        form.setError(field, { message }, { shouldFocus: index === 0 });
      }
    }
  });

  return (
    <>
      <FormDialog
        title={agent === null ? "Create agent" : `Edit ${agent.name}`}
        submitLabel={agent === null ? "Create agent" : "Save agent"}
        busyLabel={agent === null ? "Creating…" : "Saving…"}
        isBusy={isSubmitting}
        isDirty={isDirty}
        onSubmit={(event) => void submit(event)}
        onClose={onClose}
        returnFocusTo={returnFocusTo}
      >
        <AgentFields form={form} clis={clis} />
        {agent !== null && (
          <Button ref={previewRef} size="small" onClick={() => setIsPreviewing(true)}>
            <FileInput aria-hidden />
            Preview input
          </Button>
        )}
        {errors.root?.message !== undefined && (
          <div role="alert">
            <FieldError>{errors.root.message}</FieldError>
          </div>
        )}
      </FormDialog>
      {agent !== null && isPreviewing && (
        <InputPreviewDialog
          agent={agent}
          isDirty={isDirty}
          onClose={() => setIsPreviewing(false)}
          returnFocusTo={previewRef}
        />
      )}
    </>
  );
}
