import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { WriteButton } from "#components/write-button.tsx";

type SaveBarProps = {
  isBusy: boolean;
  isChangedElsewhere: boolean;
  onDiscard: () => void;
  /** What went wrong with saving. */
  children: ReactNode;
};

/** Stays at the window's bottom for as long as something is not saved. */
export function SaveBar({ isBusy, isChangedElsewhere, onDiscard, children }: SaveBarProps) {
  return (
    <div
      data-slot="save-bar"
      className="sticky bottom-0 z-20 -mx-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t bg-surface px-4 py-2 sm:-mx-6 sm:px-6"
    >
      <div className="mr-auto min-w-0 flex-1 basis-52 space-y-1">
        <p aria-live="polite">
          {isChangedElsewhere
            ? "These settings were changed elsewhere. Yours are not saved yet."
            : "Unsaved changes"}
        </p>
        {children}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button aria-disabled={isBusy} onClick={() => !isBusy && onDiscard()}>
          {isChangedElsewhere ? "Load them" : "Discard"}
        </Button>
        <WriteButton type="submit" variant="primary" isBusy={isBusy} busyLabel="Saving…">
          Save changes
        </WriteButton>
      </div>
    </div>
  );
}
