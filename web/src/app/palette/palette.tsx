import { useRef, useState, type ReactElement } from "react";
import { Dialog, DialogContent, DialogTitle } from "#components/ui/dialog.tsx";
import { focusFirstField, returnFocus, type FocusReturn } from "#components/ui/dialog-parts.ts";
import type { FinalItem, PaletteDialogProps } from "./palette-item.ts";
import { PaletteSearch } from "./palette-search.tsx";

type PaletteProps = FocusReturn & { onClose: () => void };

/** One field to go anywhere and do anything. */
export function Palette({ onClose, returnFocusTo }: PaletteProps) {
  const [renderDialog, setRenderDialog] = useState<
    ((props: PaletteDialogProps) => ReactElement) | null
  >(null);
  const chosen = useRef<FinalItem | null>(null);
  if (renderDialog !== null) return renderDialog({ onClose, returnFocusTo });

  const choose = (item: FinalItem) => {
    chosen.current = item;
    if ("dialog" in item) setRenderDialog(() => item.dialog);
    else onClose();
  };
  /**
   * Runs only after the palette has closed and returned the focus, or whatever it opens would lose
   * the focus again.
   */
  const settle = (event: Event) => {
    const item = chosen.current;
    if (item !== null && "dialog" in item) return event.preventDefault();
    returnFocus(event, returnFocusTo);
    return item?.run();
  };
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        data-palette
        returnFocusTo={returnFocusTo}
        aria-describedby={undefined}
        onOpenAutoFocus={focusFirstField}
        onCloseAutoFocus={settle}
        className="sm:top-[12dvh] sm:bottom-auto sm:h-fit sm:max-h-[min(70dvh,36rem)]"
      >
        <DialogTitle className="sr-only">Search and commands</DialogTitle>
        <PaletteSearch onChoose={choose} />
      </DialogContent>
    </Dialog>
  );
}
