import { AlertDialog, AlertDialogCancel, AlertDialogContent } from "./ui/alert-dialog.tsx";
import { Button } from "./ui/button.tsx";
import type { FocusReturn } from "./ui/dialog-parts.ts";

type DiscardDialogProps = FocusReturn & { onDiscard: () => void; onClose: () => void };

/** Asks before unsaved text is discarded. It changes nothing on the server, so it works offline. */
export function DiscardDialog({ onDiscard, onClose, returnFocusTo }: DiscardDialogProps) {
  return (
    <AlertDialog open onOpenChange={onClose}>
      <AlertDialogContent
        title="Discard your changes?"
        description={<p>What you typed here is not saved.</p>}
        returnFocusTo={returnFocusTo}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          // If the dialog below has closed too, its own handler picks a better target.
          returnFocusTo.current?.focus();
        }}
      >
        <div className="flex flex-wrap justify-end gap-2">
          <AlertDialogCancel asChild>
            <Button>Keep editing</Button>
          </AlertDialogCancel>
          <Button variant="danger" onClick={onDiscard}>
            Discard
          </Button>
        </div>
      </AlertDialogContent>
    </AlertDialog>
  );
}
