import type { Agent } from "@malamar/contract/agent.ts";
import { FileInput } from "lucide-react";
import { Delayed } from "#components/delayed.tsx";
import { EmptyState } from "#components/empty-state.tsx";
import { ErrorState } from "#components/error-state.tsx";
import { InputText } from "#components/input-text.tsx";
import { Dialog, DialogBody, DialogContent, DialogHeader } from "#components/ui/dialog.tsx";
import type { FocusReturn } from "#components/ui/dialog-parts.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { ApiError } from "#lib/api.ts";
import { useInputPreview } from "./queries.ts";

type InputPreviewDialogProps = FocusReturn & {
  agent: Agent;
  /** There are unsaved changes. */
  isDirty: boolean;
  onClose: () => void;
};

/** Shows the input of an agent's next run. */
export function InputPreviewDialog(props: InputPreviewDialogProps) {
  const { agent, isDirty, onClose, returnFocusTo } = props;
  const about = `What ${agent.name} would read if it ran now, on the newest open task.`;
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent returnFocusTo={returnFocusTo} className="sm:max-w-3xl">
        <DialogHeader
          title="Input preview"
          description={isDirty ? `${about} Your unsaved changes are not in it.` : about}
        />
        <DialogBody>
          <Preview agent={agent} />
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}

function Preview({ agent }: { agent: Agent }) {
  const { data: text, error, refetch } = useInputPreview(agent.id);
  if (text !== undefined) return <InputText text={text} />;
  if (error instanceof ApiError && error.code === "CONFLICT") {
    return (
      <EmptyState
        icon={FileInput}
        title="No open task"
        text="Create a task to see what this agent would read."
      />
    );
  }
  if (error !== null) {
    return (
      <ErrorState
        title="The preview could not be loaded"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <Delayed>
      <output className="sr-only">Loading the preview</output>
      <div className="space-y-3">
        <Skeleton className="h-3.5 w-2/5" />
        <Skeleton className="h-3.5 w-4/5" />
        <Skeleton className="h-3.5 w-3/5" />
      </div>
    </Delayed>
  );
}
