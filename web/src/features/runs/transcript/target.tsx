import { use, useEffect, useRef, type ReactNode } from "react";
import { FoldsContext } from "./folds.ts";

type TargetProps = { foldKey: string; children: ReactNode };

/** The row that the user asked to see: scrolled into view, unfolded and focused. */
export function Target({ foldKey, children }: TargetProps) {
  const ref = useRef<HTMLDivElement>(null);
  const folds = use(FoldsContext);
  useEffect(() => {
    if (!folds.isOpen(foldKey)) folds.toggle(foldKey);
    ref.current?.scrollIntoView({ block: "center" });
    ref.current?.focus({ preventScroll: true });
  }, [folds, foldKey]);
  return (
    <div
      ref={ref}
      tabIndex={-1}
      data-slot="target"
      className="bg-surface shadow-[inset_2px_0_var(--primary)] outline-none forced-colors:outline-1"
    >
      {children}
    </div>
  );
}
