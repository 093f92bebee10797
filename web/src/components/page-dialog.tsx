import { useRef, type ReactNode } from "react";
import { useLocation, useNavigate } from "react-router";
import { isFromList } from "#lib/from-list.logic.ts";
import { Dialog, DialogContent } from "./ui/dialog.tsx";

type PageDialogProps = {
  /** Where its list is, when the address was opened directly. */
  listPath: string;
  /** What belongs to it in the list behind, if that is there. */
  rowSelector: string | null;
  /** Whatever had the focus goes on from here; the window itself where there is nothing like it. */
  focusSelector?: string;
  children: ReactNode;
};

/** Something with an address of its own: over its list on a desktop, the whole of a phone. */
export function PageDialog({ listPath, rowSelector, focusSelector, children }: PageDialogProps) {
  const close = useClosePageDialog(listPath);
  const nowhere = useRef(null);
  return (
    <Dialog open onOpenChange={close}>
      <DialogContent
        data-layer="page"
        aria-describedby={undefined}
        returnFocusTo={nowhere}
        className="sm:h-[88dvh] sm:max-h-none sm:w-[calc(100%-2rem)] sm:max-w-[65rem] sm:short:h-dvh"
        // The window itself: single keys work at once, and nothing is about to be pressed by accident.
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          if (!(event.currentTarget instanceof HTMLElement)) return;
          const wanted =
            focusSelector && event.currentTarget.querySelector<HTMLElement>(focusSelector);
          (wanted || event.currentTarget).focus();
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          rowOf(rowSelector).focus();
        }}
        onEscapeKeyDown={(event) => {
          // An editor has its own answer to this key.
          const isEditing =
            event.target instanceof Element && event.target.closest("[data-editor]") !== null;
          if (isEditing) event.preventDefault();
        }}
      >
        {children}
      </DialogContent>
    </Dialog>
  );
}

/** Back to where it was opened, or to its list if the address was opened directly. */
export function useClosePageDialog(listPath: string): () => void {
  const navigate = useNavigate();
  const { state } = useLocation();
  return () => void (isFromList(state) ? navigate(-1) : navigate(listPath, { replace: true }));
}

const FOCUSABLE = "a[href], button, [tabindex]";

function rowOf(selector: string | null): HTMLElement {
  const row = selector && document.querySelector<HTMLElement>(selector);
  const target = row && (row.matches(FOCUSABLE) ? row : row.querySelector<HTMLElement>(FOCUSABLE));
  return target || document.querySelector("main") || document.body;
}
