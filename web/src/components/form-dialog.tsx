import { useRef, useState, type ReactNode, type SubmitEventHandler } from "react";
import { focusedElement } from "#lib/focused-element.ts";
import { submitOnModEnter } from "#lib/submit-on-mod-enter.ts";
import { useUnsaved } from "#lib/unsaved.ts";
import { DiscardDialog } from "./discard-dialog.tsx";
import { Button } from "./ui/button.tsx";
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader } from "./ui/dialog.tsx";
import { focusFirstField, type FocusReturn } from "./ui/dialog-parts.ts";
import { WriteButton } from "./write-button.tsx";

type FormDialogProps = FocusReturn & {
  title: string;
  description?: string;
  submitLabel: string;
  busyLabel: string;
  isBusy: boolean;
  /** Closing would discard typed text. */
  isDirty: boolean;
  onSubmit: SubmitEventHandler<HTMLFormElement>;
  onClose: () => void;
  children: ReactNode;
};

/** A form in a dialog. A stray key or click does not discard what the user typed. */
export function FormDialog(props: FormDialogProps) {
  const { title, description, isBusy, isDirty, onClose, returnFocusTo } = props;
  const [isLeaving, setIsLeaving] = useState(false);
  const lastFocused = useRef<HTMLElement | null>(null);
  useUnsaved(isDirty && !isBusy);
  const askToClose = () => {
    if (isBusy) return;
    if (!isDirty) return onClose();
    lastFocused.current = focusedElement();
    setIsLeaving(true);
  };
  return (
    <>
      <Dialog open onOpenChange={askToClose}>
        <DialogContent
          returnFocusTo={returnFocusTo}
          onOpenAutoFocus={focusFirstField}
          onKeyDown={submitOnModEnter}
          onEscapeKeyDown={(event) => isListOpen() && event.preventDefault()}
          onInteractOutside={(event) => (isDirty || isBusy) && event.preventDefault()}
          {...(description === undefined && { "aria-describedby": undefined })}
        >
          <DialogHeader title={title} {...(description !== undefined && { description })} />
          <form
            noValidate
            aria-busy={isBusy}
            onSubmit={(event) => {
              // The dialog may belong to another form.
              event.stopPropagation();
              props.onSubmit(event);
            }}
            className="flex min-h-0 flex-1 flex-col"
          >
            <DialogBody>{props.children}</DialogBody>
            <DialogFooter>
              <Button onClick={askToClose}>Cancel</Button>
              <WriteButton
                type="submit"
                variant="primary"
                isBusy={isBusy}
                busyLabel={props.busyLabel}
              >
                {props.submitLabel}
              </WriteButton>
            </DialogFooter>
          </form>
        </DialogContent>
      </Dialog>
      {isLeaving && (
        <DiscardDialog
          onDiscard={onClose}
          onClose={() => setIsLeaving(false)}
          returnFocusTo={lastFocused}
        />
      )}
    </>
  );
}

/** Escape closes a list that a field has opened, and not the dialog around it. */
function isListOpen(): boolean {
  return focusedElement()?.matches("[role=combobox][aria-expanded=true]") ?? false;
}
