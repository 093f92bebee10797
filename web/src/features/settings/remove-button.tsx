import type { UpdateSettings } from "@malamar/contract/settings.ts";
import { useRef, useState, type MouseEvent, type ReactNode } from "react";
import { ConfirmDialog } from "#components/confirm-dialog.tsx";
import { WriteButton } from "#components/write-button.tsx";
import { errorMessage } from "#lib/error-details.logic.ts";
import { toast } from "#lib/toast.ts";
import { useSaveSettings } from "./mutations.ts";

type RemoveButtonProps = {
  /** What is removed, as part of a sentence: "the API key of Email". */
  what: string;
  /** The consequences. */
  text: ReactNode;
  change: UpdateSettings;
  onRemoved?: () => void;
};

/** Asks first, because a stored secret cannot be read back. */
export function RemoveButton({ what, text, change, onRemoved }: RemoveButtonProps) {
  const { save, isPending } = useSaveSettings();
  const [isOpen, setIsOpen] = useState(false);
  const [error, setError] = useState<string>();
  const returnFocusTo = useRef<HTMLElement | null>(null);
  const ask = (event: MouseEvent<HTMLElement>) => {
    returnFocusTo.current = event.currentTarget;
    setError(undefined);
    setIsOpen(true);
  };
  const remove = async () => {
    const button = returnFocusTo.current;
    // The button disappears with what it removes.
    returnFocusTo.current = button?.closest("details")?.querySelector("summary") ?? null;
    try {
      await save(change);
      setIsOpen(false);
      toast.success(`Removed ${what}`);
      onRemoved?.();
    } catch (failure) {
      returnFocusTo.current = button;
      setError(errorMessage(failure));
    }
  };
  return (
    <>
      <WriteButton size="small" aria-label={`Remove ${what}`} onClick={ask}>
        Remove
      </WriteButton>
      <ConfirmDialog
        isOpen={isOpen}
        title={`Remove ${what}?`}
        description={text}
        confirmLabel="Remove"
        busyLabel="Removing…"
        isBusy={isPending}
        error={error}
        onConfirm={() => void remove()}
        onClose={() => setIsOpen(false)}
        returnFocusTo={returnFocusTo}
      />
    </>
  );
}
