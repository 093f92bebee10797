import type { WorkspaceId } from "@malamar/contract/ids.ts";
import { Suspense, lazy, useEffect, useRef, useState, type RefObject } from "react";
import { useConnection } from "#lib/connection.ts";
import { useShortcuts } from "#lib/shortcuts.ts";

const load = () => import("./create-task-dialog.tsx");
const CreateTaskDialog = lazy(async () => ({ default: (await load()).CreateTaskDialog }));

/** The dialog for a new task, behind a button and a key. Its code comes after the board is there. */
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

  useEffect(() => {
    // When it fails, opening the dialog tries again, and tells.
    load().catch(() => {});
  }, []);

  return {
    buttonRef,
    open: () => setReturnFocusTo(buttonRef),
    dialog: returnFocusTo !== null && (
      <Suspense>
        <CreateTaskDialog
          workspaceId={workspaceId}
          onClose={() => setReturnFocusTo(null)}
          returnFocusTo={returnFocusTo}
        />
      </Suspense>
    ),
  };
}
