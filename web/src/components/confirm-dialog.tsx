import type { ReactNode } from "react";
import { FieldError } from "./field.tsx";
import { AlertDialog, AlertDialogCancel, AlertDialogContent } from "./ui/alert-dialog.tsx";
import { Button } from "./ui/button.tsx";
import type { FocusReturn } from "./ui/dialog-parts.ts";
import { WriteButton } from "./write-button.tsx";

type ConfirmDialogProps = FocusReturn & {
  isOpen: boolean;
  title: string;
  description: ReactNode;
  confirmLabel: string;
  /** For actions that are themselves a cancel. */
  cancelLabel?: string;
  busyLabel?: string;
  isBusy?: boolean;
  isBlocked?: boolean;
  error?: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
  children?: ReactNode;
};

/** Asks before something is lost for good. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isBusy = false, isBlocked = false, busyLabel, onClose } = props;
  return (
    <AlertDialog open={props.isOpen} onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}>
      <AlertDialogContent
        title={props.title}
        description={props.description}
        returnFocusTo={props.returnFocusTo}
      >
        <form
          className="space-y-4"
          onSubmit={(event) => {
            event.preventDefault();
            event.stopPropagation();
            props.onConfirm();
          }}
        >
          {props.children}
          {props.error !== undefined && (
            <div role="alert">
              <FieldError>{props.error}</FieldError>
            </div>
          )}
          <div className="flex flex-wrap justify-end gap-2">
            <AlertDialogCancel asChild>
              <Button>{props.cancelLabel ?? "Cancel"}</Button>
            </AlertDialogCancel>
            <WriteButton
              type="submit"
              variant="danger"
              isBusy={isBusy}
              isBlocked={isBlocked}
              {...(busyLabel !== undefined && { busyLabel })}
            >
              {props.confirmLabel}
            </WriteButton>
          </div>
        </form>
      </AlertDialogContent>
    </AlertDialog>
  );
}
