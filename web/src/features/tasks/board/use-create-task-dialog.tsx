import type { WorkspaceId } from "@malamar/contract/ids.ts";
import type { CreateTask } from "@malamar/contract/task.ts";
import { useRef, useState, type RefObject } from "react";
import { lazyPart } from "#components/lazy-part.tsx";
import { useConnection } from "#lib/connection.ts";
import { useShortcuts } from "#lib/shortcuts.ts";

const [CreateTaskDialog, fetchDialog] = lazyPart(
  async () => (await import("./create-task-dialog.tsx")).CreateTaskDialog,
);

export type ExampleTask = Pick<CreateTask, "summary" | "description">;

type Opened = { returnFocusTo: RefObject<HTMLElement | null>; example?: ExampleTask };

/** The dialog for a new task, opened by buttons and a key. */
export function useCreateTaskDialog(workspaceId: WorkspaceId) {
  const buttonRef = useRef<HTMLButtonElement>(null);
  const openerRef = useRef<HTMLElement>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const { isOffline } = useConnection();

  useShortcuts({
    create_task: () => {
      if (isOffline) return;
      const { activeElement } = document;
      openerRef.current = activeElement instanceof HTMLAnchorElement ? activeElement : null;
      setOpened({ returnFocusTo: openerRef.current === null ? buttonRef : openerRef });
    },
  });

  return {
    button: {
      ref: buttonRef,
      onPointerEnter: fetchDialog,
      onFocus: fetchDialog,
      onClick: () => setOpened({ returnFocusTo: buttonRef }),
    },
    openWith: (example: ExampleTask, button: HTMLButtonElement) => {
      openerRef.current = button;
      setOpened({ returnFocusTo: openerRef, example });
    },
    dialog: opened !== null && (
      <CreateTaskDialog workspaceId={workspaceId} onClose={() => setOpened(null)} {...opened} />
    ),
  };
}
