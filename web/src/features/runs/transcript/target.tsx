import { useEffect, useRef, type ReactNode } from "react";

/** The row that somebody asked to see among the others: it is in sight and has the focus. */
export function Target({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    ref.current?.scrollIntoView({ block: "center" });
    ref.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div
      ref={ref}
      tabIndex={-1}
      data-slot="target"
      className="border-l-2 border-primary bg-hover outline-none"
    >
      {children}
    </div>
  );
}
