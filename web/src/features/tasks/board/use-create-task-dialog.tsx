import type { WorkspaceId } from "@malamar/contract/ids.ts";
import { useRef, useState, type RefObject } from "react";
import { lazyPart } from "#components/lazy-part.tsx";
import { useConnection } from "#lib/connection.ts";
import { useShortcuts } from "#lib/shortcuts.ts";

const [CreateTaskDialog, fetchDialog] = lazyPart(
  async () => (await import("./create-task-dialog.tsx")).CreateTaskDialog,
);

/** The dialog for a new task, behind a button and a key. */
export function useCreateTaskDialog(workspaceId: WorkspaceId) {
  const buttonRef = useRef<HTMLButtonElement>(null);
  const openerRef = useRef<HTMLElement>(null);
  const [returnFocusTo, setReturnFocusTo] = useState<RefObject<HTMLElement | null> | null>(null);
  const { isOffline } = useConnection();

  useShortcuts({
    create_task: () => {
      if (isOffline) return;
      const { activeElement } = document;
      openerRef.current = activeElement instanceof HTMLAnchorElement ? activeElement : null;
      setReturnFocusTo(openerRef.current === null ? buttonRef : openerRef);
    },
  });

  return {
    button: {
      ref: buttonRef,
      onPointerEnter: fetchDialog,
      onFocus: fetchDialog,
      onClick: () => setReturnFocusTo(buttonRef),
    },
    dialog: returnFocusTo !== null && (
      <CreateTaskDialog
        workspaceId={workspaceId}
        onClose={() => setReturnFocusTo(null)}
        returnFocusTo={returnFocusTo}
      />
    ),
  };
}
