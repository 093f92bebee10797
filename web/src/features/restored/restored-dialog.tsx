import type { Restored } from "@malamar/contract/restored.ts";
import { FieldError } from "#components/field.tsx";
import type { FocusReturn } from "#components/ui/dialog-parts.ts";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogFooter,
  DialogHeader,
} from "#components/ui/dialog.tsx";
import { WriteButton } from "#components/write-button.tsx";
import { useDecideRestored } from "./mutations.ts";
import { switchedOff } from "./restored-list.logic.ts";

type RestoredDialogProps = FocusReturn & { restored: Restored; onClose: () => void };

/** Lists what is switched off, and asks for the decision. */
export function RestoredDialog({ restored, onClose, returnFocusTo }: RestoredDialogProps) {
  const decide = useDecideRestored();
  const list = switchedOff(restored);
  const press = (decision: "confirm" | "discard") => ({
    isBusy: decide.isPending,
    onClick: () => decide.mutate(decision, { onSuccess: onClose }),
  });
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent returnFocusTo={returnFocusTo}>
        <DialogHeader
          title="Restored from another installation"
          description="Programs can do anything you can do. Switch them on only if the backup is yours or you trust it."
        />
        <DialogBody>
          {list.length === 0 ? (
            <p>The backup has no programs, variables or notifications of its own.</p>
          ) : (
            <dl aria-label="Switched off" className="space-y-2">
              {list.map(({ name, detail }) => (
                <div key={name}>
                  <dt className="font-medium">{name}</dt>
                  <dd className="font-mono text-sm wrap-any text-muted">{detail}</dd>
                </div>
              ))}
            </dl>
          )}
          <p>
            {list.length === 0
              ? "Switch on continues its open tasks. Discard leaves Malamar paused until you resume it."
              : "Switch on uses all of this and continues open tasks. Discard removes all of this and leaves Malamar paused until you resume it."}
          </p>
          {decide.error && (
            <div role="alert">
              <FieldError>{decide.error.message}</FieldError>
            </div>
          )}
        </DialogBody>
        <DialogFooter>
          <WriteButton {...press("discard")}>Discard</WriteButton>
          <WriteButton variant="primary" {...press("confirm")}>
            Switch on
          </WriteButton>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
