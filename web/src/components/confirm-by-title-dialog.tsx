import { useId, useState, type ReactNode } from "react";
import { errorMessage } from "#lib/error-details.logic.ts";
import { isSameTitle } from "#lib/title.logic.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import type { FocusReturn } from "./ui/dialog-parts.ts";
import { Input } from "./ui/input.tsx";

type ConfirmByTitleDialogProps = FocusReturn & {
  title: string;
  description: ReactNode;
  /** What the user must type. */
  workspaceTitle: string;
  confirmLabel: string;
  isBusy: boolean;
  /** Why the last attempt failed, or null. */
  error: unknown;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks for the workspace's title before deleting a lot at once. */
export function ConfirmByTitleDialog(props: ConfirmByTitleDialogProps) {
  const { workspaceTitle, error } = props;
  const inputId = useId();
  const [typed, setTyped] = useState("");
  return (
    <ConfirmDialog
      isOpen
      title={props.title}
      description={props.description}
      confirmLabel={props.confirmLabel}
      busyLabel="Deleting…"
      isBusy={props.isBusy}
      isBlocked={!isSameTitle(typed, workspaceTitle)}
      error={error === null ? undefined : errorMessage(error)}
      onConfirm={props.onConfirm}
      onClose={props.onClose}
      returnFocusTo={props.returnFocusTo}
    >
      <div className="space-y-1.5">
        <label htmlFor={inputId} className="block">
          Type the title of the workspace to confirm:{" "}
          <strong className="block max-h-40 overflow-y-auto font-semibold wrap-any whitespace-pre-wrap">
            {workspaceTitle}
          </strong>
        </label>
        <Input
          id={inputId}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
    </ConfirmDialog>
  );
}
