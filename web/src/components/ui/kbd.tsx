import type { ReactNode } from "react";

export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd
      data-slot="kbd"
      className="inline-flex h-5 min-w-5 items-center justify-center rounded-sm border bg-surface px-1 font-mono text-xs"
    >
      {children}
    </kbd>
  );
}
