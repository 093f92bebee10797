import type { WorkspaceId } from "@malamar/contract/ids.ts";
import { useRef, useState } from "react";
import { lazyPart } from "#components/lazy-part.tsx";
import { useAgents } from "#features/agents/queries.ts";
import type { ExampleTask } from "#features/first-tasks/examples.logic.ts";
import { FirstTasks as Offer } from "#features/first-tasks/first-tasks.tsx";
import { useHasNoTask } from "#features/first-tasks/queries.ts";

const [CreateTaskDialog] = lazyPart(
  async () => (await import("#features/tasks/board/create-task-dialog.tsx")).CreateTaskDialog,
);

/** Below a board without any task. It goes when the first one is there. */
export function FirstTasks({ workspaceId }: { workspaceId: WorkspaceId }) {
  const { data: agents = [] } = useAgents(workspaceId);
  const hasNoTask = useHasNoTask(workspaceId);
  const [example, setExample] = useState<ExampleTask | null>(null);
  const buttonRef = useRef<HTMLButtonElement>(null);
  return (
    <>
      {hasNoTask && agents.length > 0 && (
        <Offer
          agents={agents}
          onChoose={(chosen, button) => {
            buttonRef.current = button;
            setExample(chosen);
          }}
        />
      )}
      {example !== null && (
        <CreateTaskDialog
          workspaceId={workspaceId}
          example={example}
          onClose={() => setExample(null)}
          returnFocusTo={buttonRef}
        />
      )}
    </>
  );
}
