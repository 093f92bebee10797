import type { UseMutationResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { errorMessage } from "#lib/error-details.logic.ts";
import { shortened } from "#lib/short-text.logic.ts";
import { toast } from "#lib/toast.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { ThingName } from "./thing-name.tsx";
import type { FocusReturn } from "./ui/dialog-parts.ts";

type DeleteDialogProps<Id> = FocusReturn & {
  what: "task" | "chat" | "agent";
  id: Id;
  name: string;
  title?: string;
  /** What else is deleted. */
  children: ReactNode;
  remove: Pick<UseMutationResult<unknown, Error, Id>, "mutate" | "isPending" | "error">;
  onDeleted: () => void;
  onClose: () => void;
};

/** Asks once before something is deleted. If that fails, the dialog stays open and says why. */
export function DeleteDialog<Id>(props: DeleteDialogProps<Id>) {
  const { what, id, name, title = `Delete this ${what}?`, remove } = props;
  const confirm = () =>
    remove.mutate(id, {
      onSuccess: () => {
        props.onDeleted();
        toast.success(`${what.charAt(0).toUpperCase()}${what.slice(1)} deleted`, {
          description: shortened(name, 200),
        });
      },
    });
  return (
    <ConfirmDialog
      isOpen
      title={title}
      description={
        <>
          {props.title === undefined && <ThingName name={name} />}
          <p>{props.children} This can't be undone.</p>
        </>
      }
      confirmLabel={`Delete ${what}`}
      busyLabel="Deleting…"
      isBusy={remove.isPending}
      error={remove.error === null ? undefined : errorMessage(remove.error)}
      onConfirm={confirm}
      onClose={props.onClose}
      returnFocusTo={props.returnFocusTo}
    />
  );
}
